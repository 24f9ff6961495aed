import { endpoints } from '@latchkey/contract/endpoints'
import { afterAll, beforeAll, it as bothEngines, describe, expect } from 'vitest'
import { developmentSiteKeys } from '../../protection/captcha.ts'
import type { CaptchaSettings, ProjectSettings } from '../../storage/records.ts'
import type { Storage } from '../../storage/storage.ts'
import { takeTurns } from '../../storage/testing/engine-cases.ts'
import { createBusinessHarness } from '../../testing/business-harness.ts'
import { engines, openTestStorage, tokenOf } from '../../testing/harness.ts'

const passes: CaptchaSettings = { enabled: true, siteKey: developmentSiteKeys.passes, secretSealed: '' }
const fails: CaptchaSettings = { enabled: true, siteKey: developmentSiteKeys.fails, secretSealed: '' }
const email = 'ada@acme.example'

/** The fields that the calls require, all together: each call ignores those of the others. */
const body = {
  ...{ email_address: email, organization_id: 'organization-test-unknown', session_duration_minutes: 30 },
  ...{ magic_links_token: 'x', discovery_magic_links_token: 'x', password_reset_token: 'x', impersonation_token: 'x' },
  ...{ code: '123456', password: 'x', existing_password: 'x', new_password: 'x', recovery_code: 'x', member_id: 'x' },
  ...{ oauth_token: 'x', discovery_oauth_token: 'x', sso_token: 'x' },
}

describe.each(engines)('protection of business calls on %s', (engine) => {
  const it = takeTurns(bothEngines, engine)
  let storage: Storage
  beforeAll(async () => {
    storage = await openTestStorage(engine)
  })
  afterAll(() => storage.close())

  const guarded = Object.values(endpoints).filter(({ path, guarded }) => guarded && path.startsWith('/b2b/'))

  /** The outcomes of all guarded calls with these tokens. Calls that are not served yet have none. */
  async function outcomes(settings: Partial<ProjectSettings>, tokens: object = {}): Promise<string[]> {
    const found: string[] = []
    for (const { method, path } of guarded) {
      // A harness for each call: guesses of one call must not lock the next one.
      const harness = await createBusinessHarness(storage, { settings })
      const { outcome } = await harness.call(method, path, { ...body, ...tokens })
      if (outcome !== 'endpoint_not_available') found.push(outcome)
      await harness.close()
    }
    return found
  }

  it.inTurn('requires a captcha token where consumer calls do [B-EML-10]', async () => {
    const without = await outcomes({ captcha: passes })
    expect(without.length).toBeGreaterThan(10)
    expect(new Set(without)).toEqual(new Set(['Captcha required']))
    expect(new Set(await outcomes({ captcha: fails }, { captcha_token: 'x' }))).toEqual(new Set(['Captcha required']))
    const solved = await outcomes({ captcha: passes }, { captcha_token: 'x' })
    expect(solved.length).toBe(without.length)
    expect(solved).not.toContain('Captcha required')
  })

  it.inTurn('checks the device id where consumer calls do [B-EML-10]', async () => {
    const dfp: ProjectSettings['dfp'] = { enabled: true, mode: 'DECISIONING' }
    const settings = { dfp, captcha: passes }
    const id = (verdict: string) => ({ dfp_telemetry_id: `telemetry-id-test-always-${verdict}`, captcha_token: 'x' })
    expect(new Set(await outcomes(settings, id('block')))).toEqual(new Set(['unauthorized_action']))
    expect(new Set(await outcomes(settings, { ...id('allow'), captcha_token: undefined }))).toEqual(
      new Set(['Captcha required']),
    )
    for (const verdict of ['allow', 'challenge'])
      for (const refused of ['unauthorized_action', 'Captcha required'])
        expect(await outcomes(settings, id(verdict))).not.toContain(refused)
  })

  it.inTurn('signs in by a link with both tokens [B-EML-10]', async () => {
    const settings = { captcha: passes, dfp: { enabled: true, mode: 'DECISIONING' } as const }
    const harness = await createBusinessHarness(storage, { settings })
    const acme = await harness.addOrganization('acme')
    await harness.addMember(acme, email)
    const address = { email_address: email, organization_id: acme.id }
    await harness.call('POST', '/b2b/magic_links/email/login_or_signup', address)
    const magic_links_token = tokenOf(await harness.lastMessage(email))
    const redeem = async (tokens: object) =>
      (
        await harness.call('POST', '/b2b/magic_links/authenticate', {
          ...{ magic_links_token, session_duration_minutes: 30, ...tokens },
        })
      ).outcome
    expect(await redeem({})).toBe('Captcha required')
    const dfp_telemetry_id = 'telemetry-id-test-always-allow'
    expect(await redeem({ dfp_telemetry_id, captcha_token: 'x' })).toBe('200')
    await harness.close()
  })
})
