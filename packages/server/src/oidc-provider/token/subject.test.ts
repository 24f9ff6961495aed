import { adminEndpoints } from '@latchkey/contract/admin'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAdministration } from '../../admin/administration.ts'
import { createRandom } from '../../node/system-clock.ts'
import type { Storage } from '../../storage/storage.ts'
import { basic, engines, openTestStorage } from '../../testing/harness.ts'
import { createIdpHarness, host, type TestClient } from '../oidc-provider.suite.ts'

describe.each(engines)('the subject of tokens on %s', (engine) => {
  let storage: Storage
  beforeAll(async () => {
    storage = await openTestStorage(engine)
  })
  afterAll(() => storage.close())

  it('gives a new subject to the next owner of an email address', async () => {
    const harness = await createIdpHarness(storage)
    const { project, vault, clock } = harness
    const administration = createAdministration(
      { storage, vault, clock, random: createRandom(), baseUrl: host },
      { operator: 'cli:tests' },
    )
    const client = await harness.newClient()
    const email = 'desk@example.com'
    const named = async (session: string) => {
      const { json } = await harness.signInto(client, session, { scope: 'openid email' })
      const { access_token: token = '', id_token: idToken = '' } = json
      const { iss, sub } = decodeJwt(token)
      const ofId = decodeJwt(idToken)
      return { token, names: [iss, sub], ofId: [ofId.iss, ofId.sub], looked: await introspect(client, token) }
    }
    const introspect = async ({ id, secret }: TestClient, token: string) => {
      const { json } = await harness.post('/oauth2/introspect', { token }, { authorization: basic(id, secret) })
      return [json.iss, json.sub, json.active]
    }
    const first = await harness.signIn(email)
    const before = await named(first.token)
    expect([before.names, before.ofId, before.looked]).toEqual([
      ...[
        [harness.issuer, first.accountId],
        [harness.issuer, first.accountId],
        [harness.issuer, first.accountId, true],
      ],
    ])
    const params = { user_id: first.accountId }
    await administration.call(adminEndpoints.adminUsersDelete, { project, params, request: null })
    const next = await harness.signIn(email)
    const after = await named(next.token)
    expect(next.accountId).not.toBe(first.accountId)
    expect(after.names).toEqual([harness.issuer, next.accountId])
    expect(await introspect(client, before.token)).toEqual([undefined, undefined, false])
    const { status } = await harness.get('/oauth2/userinfo', { authorization: `Bearer ${before.token}` })
    expect(status).toBe(401)
  })
})
