import type { Endpoint } from '@latchkey/contract'
import { adminRoutes } from '../admin/admin.routes.ts'
import { type AdministrationContext, createAdministration } from '../admin/administration.ts'
import { hasQuery } from '../admin/request/parse-admin.ts'
import { randomId } from '../core/ids.ts'
import { ProviderError } from '../core/provider-error.ts'
import { readJson, requireJson } from '../http/read-body.ts'
import { baseHeaders, dataResponse, errorResponse } from '../http/responses.ts'
import type { ProjectRecord } from '../storage/records.ts'

/** The path of the admin API for pages of a development provider; the id of a project and a path follow. */
export const devAdminPath = '/dev/admin/'

const largestBody = 1_048_576

/**
 * The admin API for the pages of a development provider, without a secret key: `/dev/admin/<project id>/settings` calls
 * the same function with the same schema as `/v1/settings`. The caller has rejected requests of other origins.
 *
 * @example
 * const handle = createDevAdmin({ storage, vault, clock, random, baseUrl })
 * await handle(new Request('http://localhost:4000/dev/admin/project-test-1/settings'))
 */
export function createDevAdmin(context: AdministrationContext): (request: Request) => Promise<Response> {
  const { storage, random, baseUrl } = context
  const administration = createAdministration(context, { operator: 'playground' })

  async function handle(request: Request): Promise<object> {
    const { pathname, searchParams } = new URL(request.url)
    const [projectId = '', ...rest] = pathname.slice(devAdminPath.length).split('/')
    const project = await findProject(projectId)
    const { endpoint, params } = findRoute(request.method, `/${rest.join('/')}`)
    if (hasQuery(endpoint))
      return administration.call(endpoint, { project, params, request: Object.fromEntries(searchParams) })
    if (request.body !== null) requireJson(request)
    return administration.call(endpoint, { project, params, request: await readJson(request, largestBody) })
  }

  async function findProject(id: string): Promise<ProjectRecord> {
    const project = await storage.projects.get(id)
    if (!project) throw new ProviderError('endpoint_not_found')
    return project
  }

  return async (request) => {
    const requestId = randomId('request-id', 'test', random)
    const headers = baseHeaders(requestId, false)
    try {
      return dataResponse(await handle(request), requestId, headers)
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error
      return errorResponse(error, { requestId, headers }, { random, baseUrl, config: { mode: 'development' } })
    }
  }
}

function findRoute(
  method: string,
  path: string,
): { endpoint: Endpoint<unknown, object>; params: Record<string, string> } {
  const known = adminRoutes.flatMap(({ endpoint }) => {
    const pattern = new RegExp(`^${endpoint.path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`)
    const match = pattern.exec(path)
    return match ? [{ endpoint: endpoint as Endpoint<unknown, object>, params: decoded(match.groups ?? {}) }] : []
  })
  const found = known.find(({ endpoint }) => endpoint.method === method)
  if (!found) throw new ProviderError(known.length > 0 ? 'method_not_allowed' : 'endpoint_not_found')
  return found
}

function decoded(params: Readonly<Record<string, string>>): Record<string, string> {
  try {
    return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, decodeURIComponent(value)]))
  } catch {
    throw new ProviderError('endpoint_not_found')
  }
}
