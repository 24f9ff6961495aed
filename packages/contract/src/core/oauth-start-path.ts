// Not in `endpoint.ts`: only the chunk of OAuth uses it, and a bundler would put a shared module into another file.
/** The path that starts an OAuth sign-in by navigation, on the API host and outside `sdkPath`. */
export const oauthStartPath = '/v1/public/oauth/{provider}/start'
