// Not with the endpoints: a browser navigates to these paths, on the API host and outside `sdkPath`.
/** The path that starts an OAuth sign-in to one organization. */
export const b2bOAuthStartPath = '/v1/b2b/public/oauth/{provider}/start'
/** The path that starts an OAuth sign-in without an organization: the person chooses or creates one next. */
export const b2bOAuthDiscoveryStartPath = '/v1/b2b/public/oauth/{provider}/discovery/start'
/** The path that starts a sign-in with an SSO connection. */
export const ssoStartPath = '/v1/public/sso/start'
