import type { Command } from '../command.ts'
import { one, paged, store, yes } from './common-options.ts'

/** The commands of the group `users`. */
export const userCommands: Readonly<Record<string, Command>> = {
  'users list': {
    summary: 'lists or searches users',
    words: ['[query]'],
    options: { ...paged, ...one },
    details: `The query is the beginning of an email address or phone number, or a complete user id or external id.`,
    run: async (input) => (await import('./users.ts')).listUsers(input),
  },
  'users get': {
    summary: 'shows a user',
    words: ['<user>'],
    options: one,
    details: `Name a user by user id, external id, email address or phone number, here and in all commands below.`,
    run: async (input) => (await import('./users.ts')).getUser(input),
  },
  'users create': {
    summary: 'creates a user',
    options: {
      email: { kind: 'one', value: '<address>', help: 'email address' },
      phone: { kind: 'one', value: '<number>', help: 'phone number, +…' },
      verified: { kind: 'switch', help: 'mark both as verified' },
      'first-name': { kind: 'one', value: '<name>', help: 'first name' },
      'last-name': { kind: 'one', value: '<name>', help: 'last name' },
      'external-id': { kind: 'one', value: '<id>', help: 'id of the user in another system' },
      role: { kind: 'many', value: '<role>', help: 'roles of the RBAC policy' },
      ...one,
    },
    run: async (input) => (await import('./users.ts')).createUser(input),
  },
  'users roles': {
    summary: 'shows the roles of a user, or sets them',
    words: ['<user>', '[role]…'],
    options: { clear: { kind: 'switch', help: 'removes all roles but latchkey_user' }, ...one },
    run: async (input) => (await import('./users.ts')).userRoles(input),
  },
  'users disable': {
    summary: 'disables a user and ends their sessions',
    words: ['<user>'],
    options: one,
    run: async (input) => (await import('./users.ts')).disableUser(input),
  },
  'users enable': {
    summary: 'enables a disabled user',
    words: ['<user>'],
    options: one,
    run: async (input) => (await import('./users.ts')).enableUser(input),
  },
  'users unlock': {
    summary: 'clears the failed attempts and the lockout of a user',
    words: ['<user>'],
    options: one,
    run: async (input) => (await import('./users.ts')).unlockUser(input),
  },
  'users delete': {
    summary: 'deletes a user with all their data',
    words: ['<user>'],
    options: { ...yes, ...one },
    run: async (input) => (await import('./users.ts')).deleteUser(input),
  },
  'users prune': {
    summary: 'deletes pending users who never verified an address',
    options: {
      'older-than-days': { kind: 'one', value: '<days>', help: 'created longer ago than this' },
      ...yes,
      ...one,
    },
    run: async (input) => (await import('./users.ts')).pruneUsers(input),
  },
  'users import': {
    summary: 'imports users from a file, with the password hashes of another system',
    words: ['<file>'],
    options: {
      from: {
        kind: 'one',
        value: 'auth0|clerk|firebase|supabase|stytch',
        help: 'the file is an export of this product',
      },
      passwords: { kind: 'one', value: '<file>', help: 'a separate export of password hashes (Auth0, Stytch)' },
      'firebase-hash': { kind: 'one', value: '<file>', help: 'the password hash parameters of the Firebase console' },
      format: { kind: 'one', value: 'json|ndjson|csv', help: 'needed if the file name does not end in one of these' },
      verified: { kind: 'switch', help: 'vouch for addresses and numbers that the file says nothing about' },
      'dry-run': { kind: 'switch', help: 'report what would be imported; store nothing' },
      ...one,
    },
    details: `Fields: user_id, email, email_verified, additional_emails, phone_number, phone_number_verified,
additional_phone_numbers, status, disabled, first_name, middle_name, last_name, external_id, roles, password_hash,
created_at, trusted_metadata, untrusted_metadata. Unknown fields are refused. In CSV the first line names the
columns, roles are separated by semicolons, lists and metadata are JSON.
Hashes: bcrypt ($2a$, $2b$, $2y$), Argon2 ($argon2id$…), scrypt ($scrypt$ln=,r=,p=$…), Firebase scrypt
($fbscrypt$v=1,…), PBKDF2 ($pbkdf2-sha256$…, pbkdf2_sha256$…). Users keep their password; the first sign-in replaces
the hash with Argon2id.
With --from, fields that have no counterpart are listed with the number of users that have them.
Exits with 1 if a user was refused; the others are imported nevertheless.

Examples
  latchkey users import users.ndjson --dry-run
  latchkey users import auth0-users.ndjson --from auth0 --passwords auth0-passwords.ndjson
  latchkey users import firebase-users.json --from firebase --firebase-hash hash-config.txt`,
    run: async (input) => (await import('./import.ts')).importUsers(input),
  },
  'users export': {
    summary: 'writes all users of a project as lines of JSON that users import accepts',
    options: {
      output: {
        kind: 'one',
        value: '<file>',
        help: 'a new file, readable by its owner only; default: standard output',
      },
      'with-password-hashes': { kind: 'switch', help: 'include password hashes: keep the file secret' },
      project: one.project,
      dev: store.dev,
    },
    details: `Every export is recorded in the audit log (user_export). Passkeys, authenticator apps, social logins and wallets are
not exported; their number is reported. Sessions are not exported.`,
    run: async (input) => (await import('./export.ts')).exportUsers(input),
  },
}
