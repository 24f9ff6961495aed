import type { B2bMembersSearchRequest, B2bMembersSearchResponse } from '@latchkey/contract/b2b'
import { b2bMembersSearch } from '@latchkey/contract/b2b'
import { internalsKey } from '../context/client-internals.ts'
import type { ClientContext } from '../context/context.ts'
import { createCall } from '../methods/create-call.ts'

/** The members of organizations in business projects. */
export interface Members {
  /**
   * Looks up a member of an organization by email address.
   *
   * @example
   * const { member } = await createMembers(client).search({ email_address, organization_id })
   */
  search(options: B2bMembersSearchRequest): Promise<B2bMembersSearchResponse>
}

/**
 * Creates the calls of members. `client` is a client, or the result of `createContext`.
 *
 * @example
 * const members = createMembers(client)
 */
export function createMembers(
  client: Pick<ClientContext, 'request'> | { readonly [internalsKey]: Pick<ClientContext, 'request'> },
): Members {
  const { request } = internalsKey in client ? client[internalsKey] : client
  return { search: createCall(request, b2bMembersSearch, 'members.search', 'email_address organization_id') }
}
