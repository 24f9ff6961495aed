/** Types of the parts of oidc-provider that the benchmark uses. */
declare module 'oidc-provider' {
  import type { Server } from 'node:http'

  interface Model {
    save(seconds: number): Promise<string>
  }
  interface Session extends Model {
    id: string
    loginAccount(details: { accountId: string }): void
    ensureClientContainer(clientId: string): void
    grantIdFor(clientId: string, grantId: string): void
  }
  interface Grant extends Model {
    addOIDCScope(scope: string): void
  }

  export class Provider {
    constructor(issuer: string, configuration: object)
    readonly Session: new () => Session
    readonly Grant: new (of: {
      accountId: string
      clientId: string
    }) => Grant
    listen(port: number, host: string, ready: () => void): Server
  }
}
