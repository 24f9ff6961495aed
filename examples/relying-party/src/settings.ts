/** The client settings. The defaults are a client that exists in every development provider. */
export interface Settings {
  readonly issuer: URL
  readonly clientId: string
  readonly clientSecret: string
  readonly scope: string
  readonly port: number
  /** The public URL of this application. @default http://localhost:<port> */
  readonly url: string | null
}

export function readSettings(env: Readonly<Record<string, string | undefined>>): Settings {
  const project = 'project-test-11111111-1111-4111-8111-111111111111'
  return {
    issuer: new URL(env.ISSUER ?? `http://localhost:4000/v1/public/${project}`),
    clientId: env.CLIENT_ID ?? 'oauth-client-test-44444444-4444-4444-8444-444444444444',
    clientSecret: env.CLIENT_SECRET ?? 'client-secret-test-published-in-the-source',
    scope: env.SCOPE ?? 'openid profile email notes:read',
    port: Number(env.PORT ?? 4100),
    url: env.URL ?? null,
  }
}
