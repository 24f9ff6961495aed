/** Slugs that no organization may have, nor one that looks like them. */
export const reservedSlugs: readonly string[] = [
  // Names of hosts: mail, name service and discovery by clients (RFC 2142, RFC 6186, RFC 8461), and usual hosts of a site.
  ...['www', 'www2', 'mail', 'email', 'webmail', 'smtp', 'imap', 'pop', 'pop3', 'mx', 'ns', 'ns1', 'ns2', 'dns', 'ftp'],
  ...['autoconfig', 'autodiscover', 'mta-sts', 'wpad', 'isatap', 'localhost', 'localdomain', 'broadcasthost'],
  ...['api', 'app', 'apps', 'cdn', 'static', 'assets', 'download', 'downloads'],
  // Paths of sign-in and of the provider, and files that browsers and crawlers request.
  ...['login', 'log-in', 'logout', 'log-out', 'signin', 'sign-in', 'signup', 'sign-up', 'signout', 'sign-out'],
  ...['auth', 'authenticate', 'authentication', 'authorize', 'oauth', 'oauth2', 'oidc', 'openid', 'sso', 'saml'],
  ...['scim', 'callback', 'discovery', 'register', 'registration', 'reset', 'reset-password', 'password', 'verify'],
  ...['invite', 'invites', 'invitation', 'invitations', 'join', 'mfa', 'otp', 'totp', 'session', 'sessions', 'token'],
  ...['setup', 'console', 'admin', 'administrator', 'administration', 'inbox', 'health', 'metrics', 'sdk', 'v1', 'v2'],
  ...['well-known', 'robots.txt', 'favicon.ico', 'sitemap.xml', 'security.txt', 'index.html', 'openapi.json'],
  // Words of the API in paths that also take an organization: `/organizations/me`, `/organizations/search`.
  ...['me', 'self', 'new', 'search', 'create', 'edit', 'delete', 'members', 'member', 'organization', 'organizations'],
  ...['org', 'orgs', 'projects', 'project', 'user', 'users', 'account', 'accounts', 'settings', 'dashboard'],
  // Texts that programs write when they have no value.
  ...['null', 'undefined', 'nan', 'true', 'false'],
  // Names that speak for the operator of the application. Attackers ask for secrets under them.
  ...['latchkey', 'official', 'operator', 'operators', 'owner', 'root', 'sysadmin', 'system', 'staff', 'support'],
  ...['help', 'helpdesk', 'security', 'abuse', 'postmaster', 'hostmaster', 'webmaster', 'noreply', 'no-reply'],
  ...['billing', 'payment', 'payments', 'invoice', 'invoices', 'status', 'legal', 'privacy', 'terms', 'docs'],
]
