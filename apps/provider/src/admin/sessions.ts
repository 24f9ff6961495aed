import { adminEndpoints } from '@latchkey/contract/admin'
import { type CommandInput, oneOption, UsageError } from '../command.ts'
import { administer, answer } from './administer.ts'
import { accountIdOf } from './find-user.ts'
import { pageOf, showNextPage } from './page.ts'
import { counted, printTable, when } from './print.ts'

export function listSessions(input: CommandInput): Promise<number> {
  return administer(input, async (admin) => {
    const project = await admin.project()
    const user_id = await accountIdOf(admin, project, input.positionals[0] ?? '')
    const request = { user_id, ...pageOf(input) }
    const data = await admin.administration.call(adminEndpoints.adminSessionsList, { project, request })
    return answer(input, data, () => {
      printTable(
        input.terminal,
        data.sessions,
        [
          ['SESSION', ({ session_id }) => session_id],
          ['STARTED', ({ started_at }) => when(started_at)],
          ['LAST USED', ({ last_accessed_at }) => when(last_accessed_at)],
          ['EXPIRES', ({ expires_at }) => when(expires_at)],
          ['FACTORS', ({ authentication_factors: factors }) => factors.map(({ type }) => type).join(', ')],
          ['IP ADDRESS', ({ attributes }) => attributes.ip_address],
        ],
        'The user has no active sessions.',
      )
      showNextPage(input, data)
    })
  })
}

export function revokeSessions(input: CommandInput): Promise<number> {
  const [session_id] = input.positionals
  const name = oneOption(input, 'user')
  if ((session_id === undefined) === (name === undefined))
    throw new UsageError('Expected either a session id or --user <user>. Run: latchkey sessions revoke --help')
  return administer(input, async (admin) => {
    const project = await admin.project()
    const request =
      session_id === undefined ? { user_id: await accountIdOf(admin, project, name ?? '') } : { session_id }
    const data = await admin.administration.call(adminEndpoints.adminSessionsRevoke, { project, request })
    return answer(input, data, ({ revoked }) => input.terminal.out(`Revoked ${counted(revoked.length, 'session')}.\n`))
  })
}
