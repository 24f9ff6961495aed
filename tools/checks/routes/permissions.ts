// Every business route that changes something names the permission that its caller needs, or is listed here with the
// reason why it needs none.
import { bundleForNode } from '../../build/bundle.ts'

interface CheckedRoute {
  endpoint: { method: string; path: string }
  vertical?: string
  permission?: object
}

/** Routes without a permission, by the reason. A route that is not built yet may be listed. */
const withoutPermission: Record<string, readonly string[]> = {
  'proves a factor; the admission decides': [
    'POST /b2b/magic_links/authenticate',
    'POST /b2b/magic_links/discovery/authenticate',
    'POST /b2b/otps/sms/authenticate',
    'POST /b2b/otps/email/authenticate',
    'POST /b2b/otps/email/discovery/authenticate',
    'POST /b2b/passwords/authenticate',
    'POST /b2b/passwords/email/reset',
    'POST /b2b/passwords/existing_password/reset',
    'POST /b2b/passwords/discovery/authenticate',
    'POST /b2b/passwords/discovery/reset',
    'POST /b2b/oauth/authenticate',
    'POST /b2b/oauth/discovery/authenticate',
    'POST /b2b/oauth/google/onetap/submit',
    'POST /b2b/oauth/google/onetap/discovery/submit',
    'POST /b2b/sso/authenticate',
    'POST /b2b/totp/authenticate',
    'POST /b2b/recovery_codes/recover',
    'POST /b2b/impersonation/authenticate',
    'POST /b2b/sessions/exchange',
    'POST /b2b/sessions/exchange_access_token',
    'POST /b2b/sessions/attest',
    'POST /b2b/discovery/intermediate_sessions/exchange',
  ],
  'the person has proven an address and is no member yet': ['POST /b2b/discovery/organizations/create'],
  'sends a link or code to the address or number that it proves': [
    'POST /b2b/magic_links/email/login_or_signup',
    'POST /b2b/magic_links/email/discovery/send',
    'POST /b2b/otps/sms/send',
    'POST /b2b/otps/email/login_or_signup',
    'POST /b2b/otps/email/discovery/send',
    'POST /b2b/passwords/email/reset/start',
    'POST /b2b/passwords/discovery/reset/start',
  ],
  'changes the session or the factors of the caller': [
    'POST /b2b/sessions/authenticate',
    'POST /b2b/sessions/revoke',
    'POST /b2b/passwords/session/reset',
    'POST /b2b/totp',
    'POST /b2b/recovery_codes/rotate',
    'POST /b2b/oauth/logout/start',
  ],
  'the id decides whose password it is; the handler requires the permission for it': [
    'DELETE /b2b/organizations/members/passwords/{member_password_id}',
  ],
  'the consent of a member to an application, within the permissions of the member': [
    'POST /b2b/oauth/authorize/start',
    'POST /idp/b2b/oauth/authorize/start',
    'POST /idp/b2b/oauth/authorize/submit',
  ],
  'the token of the invitation decides': ['POST /b2b/magic_links/decline'],
  reads: [
    'POST /b2b/magic_links/inspect',
    'POST /b2b/organizations/search',
    'POST /b2b/organizations/members/search',
    'POST /b2b/discovery/organizations',
    'POST /b2b/passwords/strength_check',
  ],
}

export async function checkPermissions(): Promise<string[]> {
  const { routes } = await import(await bundleForNode('packages/server/src/app/routes.ts', 'routes'))
  return permissionComplaints(routes)
}

export function permissionComplaints(
  routes: readonly CheckedRoute[],
  listed: Record<string, readonly string[]> = withoutPermission,
): string[] {
  const exempt = new Set(Object.values(listed).flat())
  return routes
    .filter(({ endpoint, vertical }) => vertical === 'B2B' || endpoint.path.startsWith('/b2b/'))
    .filter(({ endpoint }) => endpoint.method !== 'GET')
    .flatMap(({ endpoint, permission }) => {
      const name = `${endpoint.method} ${endpoint.path}`
      if (permission === undefined && !exempt.has(name)) return [`${name} changes something without a permission`]
      if (permission !== undefined && exempt.has(name)) return [`${name} has a permission, but is listed without one`]
      return []
    })
}
