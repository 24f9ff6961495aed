import { adminEndpoints } from '@latchkey/contract/admin'
import { type CommandInput, oneOption, UsageError } from '../command.ts'
import { administer, answer } from './administer.ts'
import { findUser } from './find-user.ts'
import { pageOf, showNextPage } from './page.ts'
import { printTable, when } from './print.ts'

export function listSessions(input: CommandInput): Promise<number> {
  return administer(input, async (office) => {
    const project = await office.project()
    const { user_id } = await findUser(office, project, input.words[0] ?? '')
    const request = { user_id, ...pageOf(input) }
    const data = await office.administration.call(adminEndpoints.adminSessionsList, { project, request })
    return answer(input, data, () => {
      printTable(
        input.terminal,
        data.sessions,
        [
          ['SESSION', ({ session_id }) => session_id],
          ['BEGAN', ({ started_at }) => when(started_at)],
          ['LAST USED', ({ last_accessed_at }) => when(last_accessed_at)],
          ['ENDS', ({ expires_at }) => when(expires_at)],
          ['BY', ({ authentication_factors: factors }) => factors.map(({ type }) => type).join(', ')],
          ['FROM', ({ attributes }) => attributes.ip_address],
        ],
        'Nobody is signed in.',
      )
      showNextPage(input, data)
    })
  })
}

export function revokeSessions(input: CommandInput): Promise<number> {
  const [session_id] = input.words
  const name = oneOption(input, 'user')
  if ((session_id === undefined) === (name === undefined))
    throw new UsageError('Either a session id or --user <user> is needed')
  return administer(input, async (office) => {
    const project = await office.project()
    const request =
      session_id === undefined ? { user_id: (await findUser(office, project, name ?? '')).user_id } : { session_id }
    const data = await office.administration.call(adminEndpoints.adminSessionsRevoke, { project, request })
    return answer(input, data, ({ revoked }) =>
      input.terminal.out(`${revoked.length === 1 ? 'One session has' : `${revoked.length} sessions have`} ended.\n`),
    )
  })
}
