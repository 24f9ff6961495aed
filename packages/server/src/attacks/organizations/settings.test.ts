import { builtInRoleIds } from '@latchkey/contract/b2b'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Storage } from '../../storage/storage.ts'
import { createBusinessHarness } from '../../testing/business-harness.ts'
import { engines, openTestStorage } from '../../testing/harness.ts'
import { expectRejected } from './witness.suite.ts'

const root = 'root@acme.test'
const generous = { limit: 1e9, windowMs: 60_000 }
const limits = {
  ...{ requests_per_ip: generous, sends_per_ip: generous, sends_per_project: generous },
  ...{ sends_per_address: generous, sends_per_address_daily: generous },
}

const isEmpty = 'must not be empty: no member could sign in'

/** The field and the text of the error, and a setting that locks members out or lets unknown users in. */
const attacks: readonly [field: string, change: object, text?: string][] = [
  ['.allowed_auth_methods', { auth_methods: 'RESTRICTED' }, isEmpty],
  ['.allowed_auth_methods', { auth_methods: 'RESTRICTED', allowed_auth_methods: [] }, isEmpty],
  ['.allowed_auth_methods', { auth_methods: 'RESTRICTED', allowed_auth_methods: ['sso'] }],
  ['.allowed_auth_methods', { auth_methods: 'RESTRICTED', allowed_auth_methods: ['password'] }],
  ['.allowed_mfa_methods', { mfa_methods: 'RESTRICTED' }],
  ['.allowed_mfa_methods', { mfa_policy: 'REQUIRED_FOR_ALL', mfa_methods: 'RESTRICTED', allowed_mfa_methods: [] }],
  ['.mfa_policy', { mfa_policy: 'REQUIRED_FOR_ALL', mfa_methods: 'RESTRICTED', allowed_mfa_methods: ['sms_otp'] }],
  ['.email_jit_provisioning', { email_jit_provisioning: 'RESTRICTED', email_allowed_domains: ['acme.test'] }],
  ['.sso_default_connection_id', { sso_default_connection_id: 'saml-of-another-organization' }],
  ['.sso_jit_provisioning_allowed_connections', { sso_jit_provisioning_allowed_connections: ['saml-unknown'] }],
]

describe.each(engines)('policies of organizations on %s', (engine) => {
  let storage: Storage
  beforeAll(async () => {
    storage = await openTestStorage(engine)
  })
  afterAll(() => storage.close())

  it('neither lock all members out nor let unknown users in (B-11) [B-ORG-18]', async () => {
    const enabledMethods = { passwords: false, otpSms: false }
    const settings = { enabledMethods, domainProof: 'required', createOrganizationEnabled: true, limits } as const
    const harness = await createBusinessHarness(storage, { settings, config: { limits } })
    const acme = await harness.addOrganization('acme')
    await harness.addMember(acme, root, { roles: [builtInRoleIds.admin] })
    const { session_token: session } = await harness.signInTo(acme, root)
    for (const [field, change, text = expect.any(String)] of attacks) {
      const attack = async () => {
        const answer = await harness.call('PUT', '/b2b/organizations/me', change, { session })
        expect([change, answer.json.body?.[0]]).toMatchObject([change, { dataPath: field, message: text }])
        return answer
      }
      const { status, rejections } = await expectRejected([harness], attack)
      expect([status, rejections]).toEqual([400, ['call_reject schema_error']])
      // The call has no fields for connections and methods of second factors.
      if (!['.allowed_auth_methods', '.email_jit_provisioning'].includes(field)) continue
      const token = await harness.discover(root)
      const created = () =>
        harness.call('POST', '/b2b/discovery/organizations/create', {
          ...{ intermediate_session_token: token, organization_name: 'Mine', session_duration_minutes: 30, ...change },
        })
      const refused = await expectRejected([harness], created)
      expect([refused.status, refused.rejections]).toEqual([400, [expect.stringMatching(/ schema_error$/)]])
    }
  })
})
