import type { Endpoint } from '@latchkey/contract'

/** Calls endpoints of the admin API for one project. */
export interface DevAdmin {
  call<Request, Response>(endpoint: Endpoint<Request, Response>, input?: AdminInput<Request>): Promise<Response>
}

export interface AdminInput<Request> {
  readonly request?: Request
  /** The parameters in the path of the endpoint. */
  readonly params?: Readonly<Record<string, string>>
}

/**
 * The admin API that a development provider offers to its own pages, without a secret key. A production provider does
 * not have it.
 *
 * @example
 * const { settings } = await createDevAdmin(projectId).call(adminEndpoints.adminSettingsGet)
 */
export function createDevAdmin(projectId: string): DevAdmin {
  return {
    async call<Request, Response>(
      endpoint: Endpoint<Request, Response>,
      { request, params }: AdminInput<Request> = {},
    ) {
      const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params?.[name] ?? ''))
      const hasQuery = endpoint.method === 'GET' || endpoint.method === 'DELETE'
      const query = hasQuery && request ? `?${new URLSearchParams(request as Record<string, string>)}` : ''
      const response = await fetch(`/dev/admin/${projectId}${path}${query}`, {
        method: endpoint.method,
        ...(hasQuery ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(request ?? {}) }),
      })
      const body = (await response.json()) as { data?: Response; error_message?: string }
      if (!response.ok || body.data === undefined)
        throw new Error(body.error_message ?? 'The provider does not respond.')
      return body.data
    },
  }
}
