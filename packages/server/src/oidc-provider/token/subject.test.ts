import { adminEndpoints } from '@latchkey/contract/admin'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAdministration } from '../../admin/administration.ts'
import { createRandom } from '../../node/world.ts'
import type { Storage } from '../../storage/storage.ts'
import { basic, engines, openTestStorage } from '../../testing/harness.ts'
import { createIdpWorld, host, type TestClient } from '../identity-provider.suite.ts'

describe.each(engines)('whom a token names on %s', (engine) => {
  let storage: Storage
  beforeAll(async () => {
    storage = await openTestStorage(engine)
  })
  afterAll(() => storage.close())

  it('is nobody else after them: an address that is given away takes no subject with it', async () => {
    const world = await createIdpWorld(storage)
    const { project, vault, clock } = world
    const administration = createAdministration(
      { storage, vault, clock, random: createRandom(), baseUrl: host },
      { operator: 'cli:tests' },
    )
    const client = await world.newClient()
    const email = 'desk@example.com'
    const named = async (session: string) => {
      const { json } = await world.signInto(client, session, { scope: 'openid email' })
      const { access_token: token = '', id_token: idToken = '' } = json
      const { iss, sub } = decodeJwt(token)
      const ofId = decodeJwt(idToken)
      return { token, names: [iss, sub], ofId: [ofId.iss, ofId.sub], looked: await introspect(client, token) }
    }
    const introspect = async ({ id, secret }: TestClient, token: string) => {
      const { json } = await world.post('/oauth2/introspect', { token }, { authorization: basic(id, secret) })
      return [json.iss, json.sub, json.active]
    }
    const first = await world.signIn(email)
    const before = await named(first.token)
    expect([before.names, before.ofId, before.looked]).toEqual([
      ...[
        [world.issuer, first.userId],
        [world.issuer, first.userId],
        [world.issuer, first.userId, true],
      ],
    ])
    const params = { user_id: first.userId }
    await administration.call(adminEndpoints.adminUsersDelete, { project, params, request: null })
    const next = await world.signIn(email)
    const after = await named(next.token)
    expect(next.userId).not.toBe(first.userId)
    expect(after.names).toEqual([world.issuer, next.userId])
    expect(await introspect(client, before.token)).toEqual([undefined, undefined, false])
    const { status } = await world.get('/oauth2/userinfo', { authorization: `Bearer ${before.token}` })
    expect(status).toBe(401)
  })
})
