import type { Endpoint } from '@latchkey/contract'
import type { ClientInfo } from '../../core/caller.ts'
import type { DataOf } from '../../core/route.ts'
import type { ProviderContext } from '../../provider-context.ts'
import type { SendContext } from '../../sending/send-one-time.ts'
import type { ProjectRecord } from '../../storage/records.ts'

/** The dependencies of the admin API, in the provider and on the command line. */
export interface AdminContext
  extends SendContext,
    Pick<ProviderContext, 'lookupTxt' | 'disposableDomains' | 'outbound'> {
  /** False for development: the issuer of a new project follows the address of the running provider. @default true */
  keepsIssuer?: boolean | undefined
}

/** An authenticated, parsed request of a secret key or the command line. Also an audit source. */
export interface AdminCall<Request> {
  project: ProjectRecord
  /** The body, or the query of a GET. */
  request: Request
  params: Readonly<Record<string, string>>
  requestId: string
  client: ClientInfo
  actor: { kind: 'admin'; id: string }
}

/** An endpoint and its handler, for the HTTP API and the command line. */
export interface AdminRoute {
  endpoint: Endpoint
  handle(context: AdminContext, call: AdminCall<never>): Promise<object>
  /** In bytes. @default 65536 */
  bodyLimit?: number
}

/**
 * @example
 * adminRoute(adminUsersGet, getUser)
 */
export function adminRoute<Request, Response>(
  endpoint: Endpoint<Request, Response>,
  handle: (context: AdminContext, call: AdminCall<Request>) => Promise<DataOf<Response> & object>,
  options: Pick<AdminRoute, 'bodyLimit'> = {},
): AdminRoute {
  return { ...options, endpoint, handle }
}
