import { isSafeText } from '@latchkey/contract/schemas'
import { type Exchange, identifyProject } from '../../http/exchange.ts'
import { ProviderError } from '../../http/provider-error.ts'
import type { ProviderContext } from '../../provider-context.ts'
import type { ProjectRecord } from '../../storage/records.ts'

/** The project whose endpoint was asked. */
export async function projectOf(context: ProviderContext, exchange: Exchange, projectId = ''): Promise<ProjectRecord> {
  const project = isSafeText(projectId) ? await context.projects.byId(projectId) : null
  if (!project) throw new ProviderError('endpoint_not_found')
  identifyProject(exchange, project)
  if (project.vertical !== 'CONSUMER') throw new ProviderError('wrong_vertical')
  return project
}
