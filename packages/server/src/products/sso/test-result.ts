import { ProviderError } from '../../core/provider-error.ts'
import type { Exchange } from '../../http/exchange.ts'
import type { ProviderContext } from '../../provider-context.ts'
import type { ReadStatement } from '../../sso/statement.ts'
import type { ProjectRecord } from '../../storage/records.ts'
import type { EndedSso, StartedSso, StartedTest } from './flow.ts'

export async function finishTest(
  _context: ProviderContext,
  _exchange: Exchange,
  _project: ProjectRecord,
  _test: {
    flow: StartedSso & { test: StartedTest }
    read: ReadStatement
    ended: (EndedSso & { kind: 'mapped' }) | Extract<ReadStatement, { kind: 'refused' }> | null
  },
): Promise<Response> {
  throw new ProviderError('sso_connection_not_found')
}
