import { administrationCommands } from './admin/commands.ts'
import type { Command } from './command.ts'

const json = { json: { kind: 'switch', help: 'print JSON' } } as const

/** All commands, in the order of the help. */
export const commands: Readonly<Record<string, Command>> = {
  dev: {
    summary: 'runs a development provider with an inbox (the default command)',
    run: async ({ surroundings, terminal }) =>
      (await import('./commands/dev.ts')).runDevelopment(surroundings, terminal),
  },
  serve: {
    summary: 'runs a provider in production',
    run: async ({ surroundings, terminal }) => (await import('./commands/serve.ts')).runServe(surroundings, terminal),
  },
  migrate: {
    summary: 'migrates the database to this version, or moves it to PostgreSQL',
    options: {
      to: { kind: 'one', value: '<postgres://…>', help: 'target for a stopped SQLite database; @file or - for stdin' },
      ...json,
    },
    details: `With --to every row is copied into an empty PostgreSQL database in one transaction, read back, and compared
with the file by count and SHA-256, table by table. Refused while a process uses the file, if its schema is not
of this version, and if the target is not empty. The file is not changed.`,
    run: async (input) => (await import('./commands/migrate.ts')).runMigrate(input),
  },
  backup: {
    summary: 'copies the SQLite database while the provider runs',
    words: ['<file>'],
    options: json,
    details: `The copy is consistent, is checked, and gets its name when it is complete. The master key, which decrypts the
secrets in it, is not part of it. On PostgreSQL use pg_dump.`,
    run: async (input) => (await import('./commands/backup.ts')).runBackup(input),
  },
  restore: {
    summary: 'replaces the stopped database with a backup',
    words: ['[file]'],
    options: {
      replace: { kind: 'switch', help: 'moves an existing database aside first' },
      'keep-sessions': {
        kind: 'switch',
        help: 'only for a backup of a provider that was stopped before and not started since',
      },
      ...json,
    },
    details: `The backup does not know what was revoked or used after it was made. Therefore all sessions, unused links and
codes, grants of applications and waiting messages in it are ended: users sign in again. On PostgreSQL run it
without a file, after pg_restore and before the first start.`,
    run: async (input) => (await import('./commands/restore.ts')).runRestore(input),
  },
  doctor: {
    summary: 'checks the setup and says how to fix problems',
    options: json,
    details: `Checks settings, database, migrations, master key, clock, signing keys, outbox, mail, base URL, projects and file
permissions. It changes nothing. Exits with 1 if there is a problem; warnings do not count.`,
    run: async (input) => (await import('./doctor/doctor.ts')).runDoctor(input),
  },
  'audit verify': {
    summary: 'verifies the hash chain of the audit log',
    options: {
      head: {
        kind: 'many',
        value: '<row>:<hash>',
        help: 'must be part of a chain: a head that an earlier run printed',
      },
      ...json,
    },
    details: `A changed or removed row breaks the chain. A chain that was cut off at its end or completely rewritten does not
break: keep the printed head out of reach of anyone who can write to the database, and pass it to a later run.
Rows that a running provider has not chained yet are counted, not verified. Exits with 1 if a chain is broken or
a given head is in no chain.`,
    run: async (input) => (await import('./commands/audit-verify.ts')).runAuditVerify(input),
  },
  'audit export': {
    summary: 'writes the audit log to standard output as lines of JSON',
    options: {
      project: { kind: 'one', value: '<id or name>', help: 'only this project; default: all' },
      since: { kind: 'one', value: '<time>', help: 'from this time: 2027-01-15 or 2027-01-15T08:00:00Z, in UTC' },
      until: { kind: 'one', value: '<time>', help: 'before this time' },
      event: { kind: 'many', value: '<name>', help: 'only these events: session_create, account_lock, …' },
      after: { kind: 'one', value: '<seq>', help: 'after this row of the project, where the last export ended' },
    },
    details: `Rows are written project by project, in the order of their chain. They contain no secrets, but user ids, network
addresses and names of operators. While a provider runs, rows of the last seconds may be missing: they are not
chained yet. hash is the SHA-256 of the first fifteen values of a line as a JSON array without spaces, and
prev_hash is the hash of the row before: with all rows of a project its chain can be verified.`,
    run: async (input) => (await import('./commands/audit-export.ts')).runAuditExport(input),
  },
  'webhook-secret create': {
    summary: 'prints a new secret for LATCHKEY_SMS_SECRET or LATCHKEY_HOOK_SECRET',
    options: json,
    details: `The secret has the form of Standard Webhooks: whsec_ and 32 random bytes in base64. The libraries of
https://www.standardwebhooks.com accept it as it is. Nothing is stored.`,
    run: async (input) => (await import('./commands/webhook-secret.ts')).createWebhookSecret(input),
  },
  'keys reseal': {
    summary: 're-encrypts stored secrets with the first master key',
    options: json,
    details: `To change the master key: append the new one (old,new) and restart every provider, put it first (new,old) and
restart again, run this command, and remove the old one after an hour.`,
    run: async (input) => (await import('./commands/reseal.ts')).runReseal(input),
  },
  ...administrationCommands,
}
