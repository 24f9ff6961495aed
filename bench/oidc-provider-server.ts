// The comparison: oidc-provider with its memory adapter and defaults, and a signed-in user with stored consent for one
// client application.
import { generateKeyPairSync } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'
import { application } from '../e2e/fixtures/client-application.ts'

const client = { id: 'application', secret: 'a-secret-of-the-application-that-is-long-enough' }
const accountId = 'bench'
const lifetimeSeconds = 24 * 60 * 60
const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })

const provider = new Provider('http://localhost:4998', {
  clients: [
    {
      client_id: client.id,
      client_secret: client.secret,
      redirect_uris: [application.redirectUri],
      id_token_signed_response_alg: 'ES256',
    },
  ],
  claims: { openid: ['sub'], email: ['email', 'email_verified'] },
  jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), alg: 'ES256', use: 'sig', kid: 'bench' }] },
  features: { devInteractions: { enabled: false } },
  findAccount: async (_context: unknown, sub: string) => ({
    accountId: sub,
    claims: async () => ({ sub, email: 'bench@example.com', email_verified: true }),
  }),
})

const grant = new provider.Grant({ accountId, clientId: client.id })
grant.addOIDCScope(application.scope)
const session = new provider.Session()
session.loginAccount({ accountId })
session.ensureClientContainer(client.id)
session.grantIdFor(client.id, await grant.save(lifetimeSeconds))
await session.save(lifetimeSeconds)

const server = provider.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo
  console.log(`listening ${port} ${JSON.stringify({ client, session: session.id })}`)
})
process.on('SIGTERM', () => process.exit(0))
