import type { AuthenticationFactor, FactorType } from '@latchkey/contract'
import { afterAll, beforeAll, it as bothEngines, describe, expect } from 'vitest'
import { startIntermediateSession } from '../../sessions/intermediate-sessions.ts'
import { organizationRealm } from '../../storage/realm.ts'
import type { Storage } from '../../storage/storage.ts'
import { takeTurns } from '../../storage/testing/engine-cases.ts'
import { createBusinessHarness, dataOf } from '../../testing/business-harness.ts'
import { engines, openTestStorage, random } from '../../testing/harness.ts'
import { newLinkToken } from '../../tokens/one-time-secrets.ts'

const ada = 'ada@acme.example'

/** Whether a factor of each type that names an address proves it. */
const provesAddress: Record<FactorType, boolean> = {
  ...{ magic_link: true, otp: true, email_otp: true, oauth: true },
  ...{ sso: false, imported: false, impersonated: false, trusted_auth_token: false, password: false },
  ...{ webauthn: false, totp: false, crypto: false, signature_challenge: false, recovery_codes: false },
}
const types = Object.keys(provesAddress) as FactorType[]

describe.each(engines)('discovery on %s', (engine) => {
  const it = takeTurns(bothEngines, engine)
  let storage: Storage
  beforeAll(async () => {
    storage = await openTestStorage(engine)
  })
  afterAll(() => storage.close())

  /** An organization with Ada, one that her domain may join, and tokens of discovery by one factor each. */
  async function start() {
    const harness = await createBusinessHarness(storage, { settings: { createOrganizationEnabled: true } })
    const known = await harness.addOrganization('known')
    await harness.addMember(known, ada)
    const jit = { email_jit_provisioning: 'RESTRICTED', email_allowed_domains: ['acme.example'] }
    const open = await harness.addOrganization('open', jit)

    async function prove(type: FactorType): Promise<string> {
      const at = new Date(harness.clock.now()).toISOString()
      const times = { last_authenticated_at: at, created_at: at, updated_at: at }
      const email_factor = { email_id: '', email_address: ada }
      const factor: AuthenticationFactor = { ...times, type, delivery_method: 'email', email_factor }
      const token = newLinkToken(random)
      await startIntermediateSession(storage, {
        ...{ project: harness.project, token, now: harness.clock.now(), random, address: ada },
        ...{ memberId: null, organizationId: null, factors: [factor], carriedOver: [] },
      })
      return token
    }

    const list = async (intermediate_session_token: string) =>
      harness.call('POST', '/b2b/discovery/organizations', { intermediate_session_token })
    return { harness, known, open, prove, list }
  }

  it.inTurn('finds organizations for proofs of the address [B-DISC-08]', async () => {
    const { harness, prove, list } = await start()
    for (const type of types.filter((one) => provesAddress[one])) {
      const found = dataOf(await list(await prove(type))).discovered_organizations
      const slugs = found.map(({ organization }) => organization.organization_slug).sort()
      expect([type, slugs]).toEqual([type, ['known', 'open']])
    }
    await harness.close()
  })

  it.inTurn('finds the organization of a domain in a test project, however many others are newer', async () => {
    const { harness, open, prove, list } = await start()
    harness.clock.advance(60_000)
    for (let count = 0; count <= 200; count += 1) await harness.addOrganization(`newer-${count}`)
    const found = dataOf(await list(await prove('magic_link'))).discovered_organizations
    expect(found.map(({ organization }) => organization.organization_id)).toContain(open.id)
    await harness.close()
  })

  it.inTurn(
    'finds, opens and creates no organization for another factor, whatever address it names [B-DISC-08]',
    async () => {
      const { harness, known, open, prove, list } = await start()
      for (const type of types.filter((one) => !provesAddress[one])) {
        const token = await prove(type)
        const create = { intermediate_session_token: token, organization_name: 'Mine', session_duration_minutes: 30 }
        const answers = [
          await list(token),
          await harness.call('POST', '/b2b/discovery/organizations/create', create),
          await harness.exchange(token, known),
          await harness.exchange(token, open),
        ]
        const dead = 'intermediate_session_not_found'
        expect([type, ...answers.map(({ outcome }) => outcome)]).toEqual([
          ...[type, dead, dead, 'organization_not_found', 'organization_not_found'],
        ])
      }
      const joined = await storage.members.list(organizationRealm(open), { limit: 9 })
      expect(joined.items).toEqual([])
      await harness.close()
    },
  )
})
