import { tokenTypeParameter } from '@latchkey/contract'
import type { ProjectRecord } from '../storage/records.ts'

/** `multi_tenant_magic_links` signs in to one organization, `discovery` to none yet. */
export type LinkType = 'magic_links' | 'multi_tenant_magic_links' | 'discovery' | 'reset_password' | 'login'

/** A link to the provider, which redirects the user. Built from the configured origin, never from the request. */
export function linkTo(
  baseUrl: string,
  project: Pick<ProjectRecord, 'publicToken'>,
  type: LinkType,
  token: string,
): string {
  const query = new URLSearchParams({ public_token: project.publicToken, [tokenTypeParameter]: type, token })
  return `${baseUrl}/v1/magic_links/redirect?${query}`
}
