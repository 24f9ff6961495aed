import type { Endpoint } from '@latchkey/contract'
import type { ClientInfo } from '../../core/caller.ts'
import type { DataOf } from '../../core/route.ts'
import type { ProviderContext } from '../../provider-context.ts'
import type { ProjectRecord } from '../../storage/records.ts'

/** What administration needs, in the provider and on the command line. */
export interface AdminContext extends Pick<ProviderContext, 'storage' | 'vault' | 'clock' | 'random' | 'baseUrl'> {
  /** False for development: the issuer of a new project follows the address of the running provider. @default true */
  keepsIssuer?: boolean | undefined
}

/** One admitted, parsed request, by secret key or command line. It is an audit source too. */
export interface AdminCall<Request> {
  project: ProjectRecord
  /** The body, or the query of a GET. */
  request: Request
  params: Readonly<Record<string, string>>
  requestId: string
  client: ClientInfo
  actor: { kind: 'admin'; id: string }
}

/** An endpoint and what answers it, whoever asks. */
export interface AdminRoute {
  endpoint: Endpoint
  handle(context: AdminContext, call: AdminCall<never>): Promise<object>
  /** Bytes; 64 KiB if not said. */
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
