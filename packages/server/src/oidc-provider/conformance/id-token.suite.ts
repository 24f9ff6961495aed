import { createLocalJWKSet, type JWTPayload, type JWTVerifyResult, jwtVerify } from 'jose'
import { host, type IdpWorld, type TestClient } from '../identity-provider.suite.ts'

/** Verified as an application would: by the published keys, for itself, now. */
export async function verifyIdToken(
  world: IdpWorld,
  client: TestClient,
  token = '',
): Promise<JWTVerifyResult<JWTPayload>> {
  const answer = await world.fetch(new Request(`${host}/v1/sessions/jwks/${world.project.id}`))
  const keys = createLocalJWKSet(JSON.parse(answer.text))
  return jwtVerify(token, keys, {
    ...{ issuer: world.issuer, audience: client.id, typ: 'JWT', currentDate: new Date(world.clock.now()) },
  })
}
