import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createVault, type MasterKey } from '../core/vault.ts'
import { canOpenSigningKeys } from '../signing/signing-keys.ts'
import { setOAuthCredentials } from '../social-login/credentials.ts'
import { noSecrets, openSsoSecrets, sealSsoSecrets } from '../sso/secrets.ts'
import { organizationRealm } from '../storage/realm.ts'
import type { Storage } from '../storage/storage.ts'
import { sampleOrganization, sampleSsoConnection } from '../storage/testing/sample.ts'
import { allProven, equip, proveAll } from '../testing/equipped-user.suite.ts'
import { createHarness, engines, openTestStorage } from '../testing/harness.ts'
import { reseal } from './reseal.ts'

const key = (id: string): MasterKey => ({ id, key: new Uint8Array(randomBytes(32)) })
const random = { bytes: (length: number): Uint8Array => randomBytes(length) }
const [older, newer] = [key('older'), key('newer')]

/** Sealed values and derived keys stay valid with the next master key, before and after resealing. */
describe.each(engines)('changing the master key on %s', (engine) => {
  let storage: Storage
  beforeAll(async () => {
    storage = await openTestStorage(engine)
  })
  afterAll(() => storage.close())
  const harnessWith = (...masterKeys: [MasterKey, ...MasterKey[]]) => createHarness(storage, { config: { masterKeys } })

  /** The harness creates projects with a key; this test needs a key that the first signature creates. */
  async function dropHarnessKeys(): Promise<void> {
    for (const { id } of await storage.projects.list())
      for (const { kid, privateKeySealed } of await storage.keys.list(id))
        if (privateKeySealed.startsWith('k1.')) await storage.keys.setState(id, kid, 'gone', 1)
  }

  async function insertConnection(projectId: string) {
    const organization = sampleOrganization(projectId)
    await storage.organizations.insert(organization)
    const connection = sampleSsoConnection(organizationRealm(organization))
    const secretsSealed = sealSsoSecrets(createVault([older], random), connection, { ...noSecrets, clientSecret: 's' })
    await storage.ssoConnections.insert({ ...connection, secretsSealed }, 20)
    return connection
  }

  it('keeps codes, secrets and sessions valid when the master key changes', async () => {
    const before = await harnessWith(older)
    const { project } = before
    await dropHarnessKeys()
    const ada = await equip(before)
    const email = 'eve@example.com'
    const { data: sent } = await before.call('POST', '/otps/email/login_or_create', { email })
    const [token] = (await before.lastMessage(email)).codes
    const { vault: _, ...harness } = before
    const credentials = { provider: 'github', clientId: 'c', secret: { clientSecret: 's' }, options: {} } as const
    await setOAuthCredentials(
      storage,
      { ...harness, random, vault: createVault([older], random) },
      project,
      credentials,
    )

    // During a rolling restart, each provider opens what the other one seals.
    const [first, second] = [await harnessWith(older, newer), await harnessWith(newer, older)]
    const { data: sentBySecond } = await second.call(
      'POST',
      '/otps/email/login_or_create',
      { email: 'x@example.com' },
      { project },
    )
    await second.provider.outbox.drain()
    const redeem = (by: typeof first, method_id: string, code: string | undefined) =>
      by.call('POST', '/otps/authenticate', { token: code, method_id, session_duration_minutes: 30 }, { project })
    expect((await redeem(second, sent.method_id, token)).outcome).toBe('200')
    expect(sentBySecond.method_id).not.toBe(sent.method_id)
    second.clock.advance(180_000)
    expect(await proveAll(second, ada)).toEqual(allProven)

    const connection = await insertConnection(project.id)
    const vault = createVault([newer, older], random)
    const operator = { operator: 'cli:test' }
    const resealed = await reseal({ storage, vault, clock: second.clock, random }, operator)
    expect(resealed).toEqual({
      ...{ signing_keys: expect.any(Number), totps: 1, recovery_codes: 10, oauth_credentials: 1, captcha_secrets: 0 },
      sso_connections: 1,
      unopened: 6,
    })
    expect(resealed.signing_keys).toBeGreaterThanOrEqual(1)
    expect(await reseal({ storage, vault, clock: second.clock, random }, operator)).toEqual({
      ...{ signing_keys: 0, totps: 0, recovery_codes: 0, oauth_credentials: 0, captcha_secrets: 0 },
      sso_connections: 0,
      unopened: 6,
    })
    await dropHarnessKeys()
    const alone = createVault([newer], random)
    const stored = await storage.ssoConnections.findById(connection.id)
    expect(stored && openSsoSecrets(alone, stored)).toEqual({ ...noSecrets, clientSecret: 's' })
    expect(await canOpenSigningKeys({ storage, vault: alone })).toBe(true)
    expect(await canOpenSigningKeys({ storage, vault: createVault([older], random) })).toBe(false)
    const after = await harnessWith(newer)
    after.clock.advance(360_000)
    const [, ...recoveryCodes] = ada.recoveryCodes
    expect(await proveAll(after, { ...ada, recoveryCodes })).toEqual(allProven)
  })
})
