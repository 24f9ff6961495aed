import { administrationCommands } from './admin/commands.ts'
import type { Command } from './command.ts'

const json = { json: { kind: 'switch', help: 'answers as JSON' } } as const

/** Everything the command line can do, in the order of the help. */
export const commands: Readonly<Record<string, Command>> = {
  dev: {
    summary: 'a provider for this machine, with an inbox (the default)',
    run: async ({ surroundings, terminal }) =>
      (await import('./commands/dev.ts')).runDevelopment(surroundings, terminal),
  },
  serve: {
    summary: 'a provider for production',
    run: async ({ surroundings, terminal }) => (await import('./commands/serve.ts')).runServe(surroundings, terminal),
  },
  migrate: {
    summary: 'brings the database to this version, or moves it to PostgreSQL',
    options: {
      to: { kind: 'one', value: '<postgres://…>', help: 'moves a stopped SQLite database there; @file or - reads it' },
      ...json,
    },
    details: `With --to every row goes into an empty PostgreSQL database in one transaction, is read back, and is held
against the file by count and SHA-256, table by table. Refused while anything uses the file, while its
schema is not this version's, and when the target is not empty. The file is left as it was.`,
    run: async (input) => (await import('./commands/migrate.ts')).runMigrate(input),
  },
  backup: {
    summary: 'writes a whole copy of the SQLite database, beside a provider that goes on',
    words: ['<file>'],
    options: json,
    details: `The copy is of one instant, is checked, and has its name only when it is complete. It holds what the
database holds; what opens its secrets, the master key, is not in it. On PostgreSQL use pg_dump.`,
    run: async (input) => (await import('./commands/backup.ts')).runBackup(input),
  },
  restore: {
    summary: 'puts a backup in the place of the stopped database',
    words: ['[file]'],
    options: {
      replace: { kind: 'switch', help: 'puts a database that is there aside first' },
      'keep-sessions': {
        kind: 'switch',
        help: 'for a copy of a provider that was stopped before it and not started since',
      },
      ...json,
    },
    details: `What was revoked or spent after the copy was made is in it as if it still held. So every session, unused
link and code, grant of an application and waiting message of the copy is ended: people sign in again. On
PostgreSQL run it without a file, after pg_restore and before the first start.`,
    run: async (input) => (await import('./commands/restore.ts')).runRestore(input),
  },
  doctor: {
    summary: 'looks for what is wrong, and says how to mend it',
    options: json,
    details: `Looks at the settings, the database and its migrations, the master key, the clock, signing keys, mail, the
public address, projects and file permissions. It changes nothing. Exits with 1 if there is a problem; a
warning is none.`,
    run: async (input) => (await import('./doctor/doctor.ts')).runDoctor(input),
  },
  'audit verify': {
    summary: 'walks the chain of the audit log and says whether it is whole',
    options: {
      head: { kind: 'many', value: '<row>:<hash>', help: 'must stand in a chain: the head printed by an earlier run' },
      ...json,
    },
    details: `A row that was changed or taken out of the middle breaks the chain by itself. A chain whose end was cut off,
or that was written anew, does not: keep the printed head where nobody who can write to the database can
change it, and give it to a later run. Rows that a running provider has not chained yet are counted, and
nothing is said of them. Exits with 1 if anything is wrong.`,
    run: async (input) => (await import('./commands/audit-verify.ts')).runAuditVerify(input),
  },
  'audit export': {
    summary: 'writes the rows of the audit log to standard output, as lines of JSON',
    options: {
      project: { kind: 'one', value: '<id or name>', help: 'of this project; without it, of all' },
      since: { kind: 'one', value: '<time>', help: 'not before it: 2027-01-15 or 2027-01-15T08:00:00Z, in UTC' },
      until: { kind: 'one', value: '<time>', help: 'before it' },
      event: { kind: 'many', value: '<name>', help: 'of this kind: session_create, account_lock and so on' },
      after: { kind: 'one', value: '<seq>', help: 'after this row of the project, as the last export ended with' },
    },
    details: `Rows come as they are stored, one project after another, in the order of their chain. They hold no secret, but
ids of people, network addresses and names of operators. Beside a running provider the rows of the last
seconds may be missing: they are not chained yet. The first fifteen values of a line, as a JSON array without
spaces, have the SHA-256 that stands in hash, and prev_hash is the hash of the row before: whoever has every
row of a project can check its chain.`,
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
    summary: 'seals what is kept under the first master key, so that older ones can be removed',
    options: json,
    details: `To change the master key: put the new one behind the old one (old,new) and restart every provider, then in front
(new,old) and restart again, run this, and remove the old one after an hour.`,
    run: async (input) => (await import('./commands/reseal.ts')).runReseal(input),
  },
  ...administrationCommands,
}
