import { administrationCommands } from './admin/commands.ts'
import type { Command } from './command.ts'
import { type SettingName, settings } from './config/settings.ts'

const json = { json: { kind: 'switch', help: 'print JSON' } } as const

/** `serve` reads all settings but those of development. */
const productionSettings = (Object.keys(settings) as SettingName[]).filter((name) => name !== 'dataDir')

/** All commands, in the order of the help. */
export const commands: Readonly<Record<string, Command>> = {
  dev: {
    summary: 'runs a development provider with an inbox (default command)',
    settings: ['port', 'dataDir', 'logLevel'],
    runsProgram: true,
    details: `With -- it also runs your application; when one of them ends, the other is stopped. PORT is then the port of the
application, --port that of the provider.

Examples
  latchkey dev
  latchkey dev --port 4001
  latchkey dev -- vite`,
    run: async (input) => (await import('./commands/dev.ts')).runDevelopment(input),
  },
  serve: {
    summary: 'runs a provider in production',
    settings: productionSettings,
    run: async ({ sources, terminal }) => (await import('./commands/serve.ts')).runServe(sources, terminal),
  },
  migrate: {
    summary: 'migrates the database to this version, or moves it to PostgreSQL',
    options: {
      to: {
        kind: 'one',
        value: '<postgres://…>',
        help: 'copy the stopped SQLite database there; @file or - for stdin',
      },
      ...json,
    },
    details: `With --to every row is copied into an empty PostgreSQL database in one transaction, read back, and compared
with the file by count and SHA-256, table by table. Fails if a process uses the file, if its schema is not of this
version, or if the target is not empty. The file is not changed.`,
    run: async (input) => (await import('./commands/migrate.ts')).runMigrate(input),
  },
  backup: {
    summary: 'copies the SQLite database while the provider runs',
    positionals: ['<file>'],
    options: json,
    details: `The copy is consistent and verified, and appears under its name when it is complete. It does not contain the
master key, which decrypts the secrets in it. On PostgreSQL use pg_dump.`,
    run: async (input) => (await import('./commands/backup.ts')).runBackup(input),
  },
  restore: {
    summary: 'replaces the stopped database with a backup',
    positionals: ['[file]'],
    options: {
      replace: { kind: 'switch', help: 'rename an existing database first' },
      'keep-sessions': {
        kind: 'switch',
        help: 'only for a backup of a provider that was stopped before and not started since',
      },
      ...json,
    },
    details: `A backup does not contain what was revoked or used after it was created. Therefore all its sessions, unused links
and codes, grants of client applications and unsent messages are revoked: users must sign in again. On PostgreSQL
run this command without a file, after pg_restore and before the first start.`,
    run: async (input) => (await import('./commands/restore.ts')).runRestore(input),
  },
  doctor: {
    summary: 'checks the setup and suggests fixes',
    options: { ...json, dev: { kind: 'switch', help: 'check the development provider of this directory' } },
    details: `Checks Node, settings, database, migrations, master key, clock, signing keys, outbox, mail, text messages, base URL,
projects, file permissions and free disk space. Changes nothing. Exits with 1 if there is a problem; warnings do not
count. With --dev: checks Node, the database, the projects and whether the development provider runs.`,
    run: async (input) => (await import('./doctor/doctor.ts')).runDoctor(input),
  },
  'audit verify': {
    summary: 'verifies the hash chain of the audit log',
    options: {
      head: {
        kind: 'many',
        value: '<row>:<hash>',
        help: 'a head printed by an earlier run; fails unless a chain contains it',
      },
      ...json,
    },
    details: `A changed or removed row breaks the chain. A chain that was truncated or completely rewritten does not break: store
the printed head where no database user can change it, and pass it to a later run. Rows that a running provider
has not chained yet are counted, not verified. Exits with 1 if a chain is broken or no chain contains a given head.`,
    run: async (input) => (await import('./commands/audit-verify.ts')).runAuditVerify(input),
  },
  'audit export': {
    summary: 'writes the audit log to standard output as NDJSON',
    options: {
      project: { kind: 'one', value: '<id or name>', help: 'only this project (default: all)' },
      since: { kind: 'one', value: '<time>', help: 'from this UTC time: 2027-01-15 or 2027-01-15T08:00:00Z' },
      until: { kind: 'one', value: '<time>', help: 'before this time' },
      event: { kind: 'many', value: '<name>', help: 'only these events: session_create, account_lock, …' },
      after: { kind: 'one', value: '<seq>', help: 'only rows after this one; requires --project' },
    },
    details: `Rows are written project by project, in the order of their chain. They contain no secrets, but they do contain user
ids, network addresses and names of operators. Rows of the last seconds may be missing while a provider runs: they
are not chained yet. hash is the SHA-256 of the first fifteen values of a line as a JSON array without spaces;
prev_hash is the hash of the previous row. All rows of a project together verify its chain.`,
    run: async (input) => (await import('./commands/audit-export.ts')).runAuditExport(input),
  },
  'sso check': {
    summary: 'explains why a SAML response is accepted or rejected',
    positionals: ['<response file>'],
    options: {
      metadata: { kind: 'one', value: '<file>', help: 'metadata of the identity provider' },
      'acs-url': { kind: 'one', value: '<URL>', help: 'our Assertion Consumer Service: expected recipient' },
      'entity-id': { kind: 'one', value: '<URI>', help: 'our entity id: expected audience' },
      'request-id': { kind: 'one', value: '<ID>', help: 'ID of the AuthnRequest (default: not checked)' },
      attribute: { kind: 'many', value: '<name>', help: 'an attribute that must be present' },
      'decryption-key': { kind: 'many', value: '<file>', help: 'private key for encrypted assertions, PEM' },
      at: { kind: 'one', value: '<time>', help: 'check as of this UTC time (default: now)' },
      ...json,
    },
    details: `The file contains XML, or the form field SAMLResponse as the network tab of a browser shows it; - reads standard
input. Every check of a sign-in is printed with what it expects and what it got. A recorded response has expired: use
--at with the time of the sign-in. Nothing is stored, and no database is needed. Exits with 1 if it is rejected.

Example
  latchkey sso check response.txt --metadata okta.xml --at 2027-01-15T08:00:00Z \\
    --acs-url https://auth.example.com/v1/sso/callback/connection-1 \\
    --entity-id https://auth.example.com/v1/sso/metadata/connection-1`,
    run: async (input) => (await import('./commands/sso-check.ts')).runSsoCheck(input),
  },
  'webhook-secret create': {
    summary: 'prints a new secret for LATCHKEY_SMS_SECRET or LATCHKEY_HOOK_SECRET',
    options: json,
    details: `The secret has the format of Standard Webhooks: whsec_ and 32 random bytes in base64. The libraries listed at
https://www.standardwebhooks.com accept it. Nothing is stored.`,
    run: async (input) => (await import('./commands/webhook-secret.ts')).createWebhookSecret(input),
  },
  'master-key reencrypt': {
    summary: 're-encrypts stored secrets with the first master key',
    options: json,
    details: `To change the master key: append the new one (old,new) and restart every provider, put it first (new,old) and
restart again, run this command, and remove the old one after an hour.`,
    run: async (input) => (await import('./commands/reencrypt.ts')).runReencrypt(input),
  },
  completions: {
    summary: 'prints a script that completes commands and options in your shell',
    positionals: ['<bash|zsh|fish>'],
    details: `bash: source <(latchkey completions bash), in ~/.bashrc
zsh:  source <(latchkey completions zsh), in ~/.zshrc after compinit
fish: latchkey completions fish > ~/.config/fish/completions/latchkey.fish`,
    run: async (input) => (await import('./commands/completions.ts')).printCompletions(input, commands),
  },
  ...administrationCommands,
}
