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
    summary: 'brings the database to this version',
    run: async ({ surroundings, terminal }) =>
      (await import('./commands/migrate.ts')).runMigrate(surroundings, terminal),
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
    run: async ({ surroundings, terminal }) =>
      (await import('./commands/audit-verify.ts')).runAuditVerify(surroundings, terminal),
  },
  ...administrationCommands,
}
