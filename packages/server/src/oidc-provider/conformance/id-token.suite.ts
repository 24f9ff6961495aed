import { createLocalJWKSet, type JWTPayload, type JWTVerifyResult, jwtVerify } from 'jose'
import { host, type IdpHarness, type TestClient } from '../oidc-provider.suite.ts'

/** Verifies an ID token as a client application does: published keys, audience and expiry. */
export async function verifyIdToken(
  harness: IdpHarness,
  client: TestClient,
  token = '',
): Promise<JWTVerifyResult<JWTPayload>> {
  const answer = await harness.fetch(new Request(`${host}/v1/sessions/jwks/${harness.project.id}`))
  const keys = createLocalJWKSet(JSON.parse(answer.text))
  return jwtVerify(token, keys, {
    ...{ issuer: harness.issuer, audience: client.id, typ: 'JWT', currentDate: new Date(harness.clock.now()) },
  })
}
