import { createBackend } from '@latchkey/backend'
import { sessionClaim } from '@latchkey/contract'
import { createRemoteJWKSet, customFetch, exportJWK, generateKeyPair, jwtVerify, SignJWT } from 'jose'
import { median } from '../e2e/http-load/server-process.ts'

const pairsMeasured = 101
const callsPerSlice = 100

/** `verifyRequest` with a JWT in the header against bare `jwtVerify` with the same keys, in calls per second. */
export async function measureVerifyRequest(): Promise<{ bare: number; backend: number; medianRatio: number }> {
  const baseUrl = 'https://auth.example.com'
  const projectId = 'project-test-11111111-1111-4111-8111-111111111111'
  const issuer = `${baseUrl}/v1/public/${projectId}`
  const { publicKey, privateKey } = await generateKeyPair('ES256')
  const jwk = { ...(await exportJWK(publicKey)), kid: 'k1', alg: 'ES256', use: 'sig' }
  const now = new Date().toISOString()
  const factor = { type: 'otp', delivery_method: 'email', last_authenticated_at: now, created_at: now, updated_at: now }
  const session = { id: 's', started_at: now, expires_at: now, authentication_factors: [factor], roles: ['editor'] }
  const jwt = await new SignJWT({ sid: 's', auth_time: 1, [sessionClaim]: session })
    .setProtectedHeader({ alg: 'ES256', kid: 'k1', typ: 'JWT' })
    .setIssuer(issuer)
    .setAudience(projectId)
    .setSubject('user-test-1')
    .setIssuedAt()
    .setExpirationTime('1h')
    .sign(privateKey)
  const fetch = async (): Promise<Response> => Response.json({ keys: [jwk] })
  const keys = createRemoteJWKSet(new URL(`${baseUrl}/jwks`), { [customFetch]: fetch })
  const backend = createBackend({ baseUrl, projectId, fetch })
  const request = { headers: { authorization: `Bearer ${jwt}`, cookie: 'theme=dark; latchkey_session=x' } }

  const bare = (): Promise<unknown> => jwtVerify(jwt, keys, { issuer, audience: projectId, typ: 'JWT' })
  const whole = async (): Promise<void> => {
    if (!(await backend.verifyRequest(request))) throw new Error('the JWT was rejected')
  }
  const slice = async (call: () => Promise<unknown>): Promise<number> => {
    const started = performance.now()
    for (let calls = 0; calls < callsPerSlice; calls += 1) await call()
    return (callsPerSlice / (performance.now() - started)) * 1_000
  }
  await slice(bare)
  await slice(whole)
  const pairs: [number, number][] = []
  // Interleaved, so that other load on the machine affects both.
  for (let pair = 0; pair < pairsMeasured; pair += 1) pairs.push([await slice(bare), await slice(whole)])
  return {
    bare: median(pairs.map(([one]) => one)),
    backend: median(pairs.map(([, other]) => other)),
    medianRatio: median(pairs.map(([one, other]) => other / one)),
  }
}
