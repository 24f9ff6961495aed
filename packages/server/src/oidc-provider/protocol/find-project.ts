import { isSafeText } from '@latchkey/contract/schemas'
import { ProviderError } from '../../core/provider-error.ts'
import { countRequest, type Exchange, identifyProject } from '../../http/exchange.ts'
import type { ProviderContext } from '../../provider-context.ts'
import type { ProjectRecord } from '../../storage/records.ts'

/** The project in the path of an endpoint. */
export async function findProject(
  context: ProviderContext,
  exchange: Exchange,
  projectId = '',
): Promise<ProjectRecord> {
  const project = isSafeText(projectId) ? await context.projects.byId(projectId) : null
  if (!project) {
    // Endpoints of existing projects count requests themselves; guesses at project ids are counted here.
    countRequest(context, exchange.client)
    throw new ProviderError('endpoint_not_found')
  }
  identifyProject(exchange, project)
  return project
}
