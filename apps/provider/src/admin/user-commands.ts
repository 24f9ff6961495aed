import type { Command } from '../command.ts'
import { one, paged, store, yes } from './common-options.ts'

/** The commands of the group `users`. */
export const userCommands: Readonly<Record<string, Command>> = {
  'users list': {
    summary: 'lists or searches users',
    positionals: ['[query]'],
    options: { ...paged, ...one },
    details: `A query is the start of an email address or phone number, or a complete user id or external id.`,
    run: async (input) => (await import('./users.ts')).listUsers(input),
  },
  'users get': {
    summary: 'shows a user',
    positionals: ['<user>'],
    options: one,
    details: `In all commands <user> is a user id, external id, email address or phone number.`,
    run: async (input) => (await import('./users.ts')).getUser(input),
  },
  'users create': {
    summary: 'creates a user',
    options: {
      email: { kind: 'one', value: '<address>', help: 'email address' },
      phone: { kind: 'one', value: '<number>', help: 'phone number in E.164 format: +15005550006' },
      verified: { kind: 'switch', help: 'mark email address and phone number as verified' },
      'first-name': { kind: 'one', value: '<name>', help: 'first name' },
      'last-name': { kind: 'one', value: '<name>', help: 'last name' },
      'external-id': { kind: 'one', value: '<id>', help: 'id of the user in another system' },
      role: { kind: 'many', value: '<role>', help: 'role of the RBAC policy' },
      ...one,
    },
    run: async (input) => (await import('./users.ts')).createUser(input),
  },
  'users roles': {
    summary: 'shows or sets the roles of a user',
    positionals: ['<user>', '[role]…'],
    options: { clear: { kind: 'switch', help: 'remove all roles except latchkey_user' }, ...one },
    run: async (input) => (await import('./users.ts')).userRoles(input),
  },
  'users disable': {
    summary: 'disables a user and revokes their sessions',
    positionals: ['<user>'],
    options: one,
    run: async (input) => (await import('./users.ts')).disableUser(input),
  },
  'users enable': {
    summary: 'enables a disabled user',
    positionals: ['<user>'],
    options: one,
    run: async (input) => (await import('./users.ts')).enableUser(input),
  },
  'users unlock': {
    summary: 'clears the failed attempts and lock-outs of a user',
    positionals: ['<user>'],
    options: one,
    run: async (input) => (await import('./users.ts')).unlockUser(input),
  },
  'users delete': {
    summary: 'deletes a user with all their data',
    positionals: ['<user>'],
    options: { ...yes, ...one },
    run: async (input) => (await import('./users.ts')).deleteUser(input),
  },
  'users prune': {
    summary: 'deletes pending users who never verified an identifier',
    options: {
      'older-than-days': { kind: 'one', value: '<days>', help: 'only users created more than this many days ago' },
      ...yes,
      ...one,
    },
    run: async (input) => (await import('./users.ts')).pruneUsers(input),
  },
  'users import': {
    summary: 'imports users from a file, with the password hashes of another system',
    positionals: ['<file>'],
    options: {
      from: {
        kind: 'one',
        value: 'auth0|clerk|firebase|supabase|stytch',
        help: 'read the export format of this product',
      },
      passwords: { kind: 'one', value: '<file>', help: 'separate export of password hashes (Auth0, Stytch)' },
      'firebase-hash': { kind: 'one', value: '<file>', help: 'password hash parameters from the Firebase console' },
      format: { kind: 'one', value: 'json|ndjson|csv', help: 'format (default: by the extension of the file)' },
      verified: { kind: 'switch', help: 'mark identifiers as verified if the file does not say whether they are' },
      'dry-run': { kind: 'switch', help: 'report what would be imported; store nothing' },
      ...one,
    },
    details: `Fields: user_id, email, email_verified, additional_emails, phone_number, phone_number_verified,
additional_phone_numbers, status, disabled, first_name, middle_name, last_name, external_id, roles, password_hash,
created_at, trusted_metadata, untrusted_metadata. Unknown fields are rejected. In CSV the first line names the
columns, roles are separated by semicolons, lists and metadata are JSON.
Hashes: bcrypt ($2a$, $2b$, $2y$), Argon2 ($argon2id$…), scrypt ($scrypt$ln=,r=,p=$…), Firebase scrypt
($fbscrypt$v=1,…), PBKDF2 ($pbkdf2-sha256$…, pbkdf2_sha256$…). Users keep their password; the first sign-in replaces
the hash with Argon2id.
With --from, fields that cannot be imported are listed with the number of users that have them.
Exits with 1 if a user was rejected; the other users are imported.

Examples
  latchkey users import users.ndjson --dry-run
  latchkey users import auth0-users.ndjson --from auth0 --passwords auth0-passwords.ndjson
  latchkey users import firebase-users.json --from firebase --firebase-hash hash-config.txt`,
    run: async (input) => (await import('./import.ts')).importUsers(input),
  },
  'users export': {
    summary: 'writes all users of a project as NDJSON in the format of users import',
    options: {
      output: {
        kind: 'one',
        value: '<file>',
        help: 'new file with permissions 600 (default: standard output)',
      },
      'with-password-hashes': { kind: 'switch', help: 'include password hashes: keep the file secret' },
      project: one.project,
      dev: store.dev,
    },
    details: `Each export is recorded in the audit log (user_export). Passkeys, authenticator apps, social logins and wallets are
not exported, but counted. Sessions are not exported.`,
    run: async (input) => (await import('./export.ts')).exportUsers(input),
  },
}
