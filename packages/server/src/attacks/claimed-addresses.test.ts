import { adminEndpoints, type NewUser } from '@latchkey/contract/admin'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type AdminHarness, onBothEngines } from '../admin/admin.suite.ts'
import { addFakes, land, redeem, signInWith } from '../products/oauth/oauth.suite.ts'
import { projectRealm } from '../storage/realm.ts'
import type { AccountRecord, RegistrationKind } from '../storage/records.ts'
import { runsOn } from '../storage/testing/engine-cases.ts'
import { type Answer, tokenOf } from '../testing/harness.ts'
import { noteVariants } from '../testing/variants.suite.ts'

/**
 * Imported accounts with a verified factor and an unverified address or number that belongs to another user, who now
 * verifies it.
 */
const claimed = { email: 'claimed@example.com', phone: '+12025550199' }
const own = { email: 'owner@example.com', phone: '+12025550123' }
const password = 'seven quiet lanterns drift'
const lasting = { session_duration_minutes: 30 }
/** The bcrypt hash of the password `a`. */
const password_hash = '$2a$06$m0CrhHm10qJ3lXRY.5zDGO3rS2KdeeWLuGmsfGlMfOxih58VYVfxe'
const generous = { limit: 1e6, windowMs: 60_000 }
const limits = { sends_per_ip: generous, requests_per_ip: generous, challenges_per_ip: generous }

const seed = Number(process.env.FUZZ_SEED ?? 1)

type ClaimKind = keyof typeof claimed

/** The verified factor that the account belongs to. */
const factors: Record<string, { user: NewUser; added?: RegistrationKind }> = {
  email: { user: { additional_emails: [{ email: own.email, verified: true }] } },
  phone_number: { user: { additional_phone_numbers: [{ phone_number: own.phone, verified: true }] } },
  both: {
    user: {
      additional_emails: [{ email: own.email, verified: true }],
      additional_phone_numbers: [{ phone_number: own.phone, verified: true }],
    },
  },
  oauth: { user: {}, added: 'oauth' },
  webauthn: { user: {}, added: 'webauthn' },
  crypto_wallet: { user: {}, added: 'crypto_wallet' },
}

const passcode = async (harness: AdminHarness, path: string, body: object, to: string, session?: string) => {
  const options = session === undefined ? {} : { session }
  const { data, outcome } = await harness.call('POST', path, body, options)
  if (outcome !== '200') return { outcome } as Answer
  await harness.provider.outbox.drain()
  const [token] = harness.sent.findLast((one) => one.to === to && one.codes.length > 0)?.codes ?? []
  if (token === undefined) return { outcome: 'no message' } as Answer
  return harness.call('POST', '/otps/authenticate', { token, method_id: data.method_id, ...lasting }, options)
}

const link = async (harness: AdminHarness, path: string, body: object = {}): Promise<Answer> => {
  const sent = await harness.call('POST', path, { email: claimed.email, ...body })
  if (sent.outcome !== '200') return sent
  await harness.provider.outbox.drain()
  const message = harness.sent.findLast(({ to, links }) => to === claimed.email && links.length > 0)
  if (message === undefined) return { outcome: 'no message' } as Answer
  const token = tokenOf(message)
  if (!path.includes('reset')) return harness.call('POST', '/magic_links/authenticate', { token, ...lasting })
  return harness.call('POST', '/passwords/email/reset', { token, password, ...lasting })
}

/** How the owner of the claimed address signs in. */
const arrivals: Record<ClaimKind, Record<string, (harness: AdminHarness) => Promise<Answer>>> = {
  email: {
    passcode: (harness) => passcode(harness, '/otps/email/login_or_create', { email: claimed.email }, claimed.email),
    'passcode to an existing user': (harness) =>
      passcode(harness, '/otps/email/send/primary', { email: claimed.email }, claimed.email),
    link: (harness) => link(harness, '/magic_links/email/login_or_create'),
    'link as a pending user': (harness) =>
      link(harness, '/magic_links/email/login_or_create', { create_user_as_pending: true }),
    'link to an existing user': (harness) => link(harness, '/magic_links/email/send/primary'),
    reset: (harness) => link(harness, '/passwords/email/reset/start'),
    google: (harness) => signInWith(harness, 'google', { email: claimed.email, email_verified: 'true' }),
    'session of another account': async (harness) => {
      const { token } = await harness.signIn('other@example.com')
      return passcode(harness, '/otps/email/send/secondary', { email: claimed.email }, claimed.email, token)
    },
  },
  phone: {
    'text message': (harness) =>
      passcode(harness, '/otps/sms/login_or_create', { phone_number: claimed.phone }, claimed.phone),
    WhatsApp: (harness) =>
      passcode(harness, '/otps/whatsapp/login_or_create', { phone_number: claimed.phone }, claimed.phone),
    'text message to an existing user': (harness) =>
      passcode(harness, '/otps/sms/send/primary', { phone_number: claimed.phone }, claimed.phone),
    'session of another account': async (harness) => {
      const { token } = await harness.signIn('other@example.com')
      return passcode(harness, '/otps/sms/send/secondary', { phone_number: claimed.phone }, claimed.phone, token)
    },
  },
}

onBothEngines('an unverified address of an account that its owner verifies', (open) => {
  const variants = (['email', 'phone'] as const).flatMap((kind) =>
    Object.keys(factors).flatMap((factor) =>
      Object.keys(arrivals[kind]).flatMap((arrival) => {
        const variant = { kind, factor, arrival }
        const bulk = { ...variant, enumeration: 'bulk' as const }
        return factor in own || factor === 'both' ? [bulk, { ...variant, enumeration: 'strict' as const }] : [bulk]
      }),
    ),
  )

  /** Imports the account. The claimed address comes with the verified factor, or is added later. */
  async function account(harness: AdminHarness, kind: ClaimKind, factor: string): Promise<AccountRecord> {
    const { user = {}, added } = factors[factor] ?? {}
    const claim = kind === 'email' ? { email: claimed.email } : { phone_number: claimed.phone }
    const withPassword = kind === 'email' || user.additional_emails !== undefined
    const request = { users: [{ ...claim, ...user, ...(withPassword ? { password_hash } : {}) }] }
    const { data } = await harness.admin(adminEndpoints.adminUsersImport, { request })
    const accountId = data.results[0]?.user_id ?? ''
    const { id: projectId } = harness.project
    const createdAt = harness.clock.now()
    if (added)
      await harness.storage.accounts.addRegistration({
        ...{
          ...projectRealm(projectId),
          accountId,
          id: `${added}-test-own`,
          kind: added,
          uniqueKey: 'own',
          details: {},
        },
        ...{ verified: true, createdAt, verifiedAt: createdAt },
      })
    return (await harness.storage.accounts.get(projectId, accountId)) as AccountRecord
  }

  const withoutClaim = ({ registrations }: AccountRecord) => registrations.filter(({ verified }) => verified)

  it(`does not open the account, which keeps everything else, in ${variants.length} variants (A-1)`, async () => {
    const results = { moved: 0, refused: 0 }
    const { engine } = (await open()).storage
    // In a short run each variant is tried on one engine, and a drawn third of them on both.
    const length = Math.ceil(variants.length / 3)
    const [third] = fc.sample(fc.shuffledSubarray(variants, { minLength: length, maxLength: length }), {
      ...{ numRuns: 1, seed },
    })
    const chosen = variants.filter((variant, index) => runsOn(engine, index) || third?.includes(variant))
    for (const variant of chosen) {
      noteVariants(1)
      const { enumeration, kind, factor, arrival } = variant
      const harness = await open({ settings: { limits, enumeration }, config: { limits } })
      await addFakes(harness, harness.project)
      const before = await account(harness, kind, factor)
      const session = withoutClaim(before).some(({ uniqueKey }) => uniqueKey === own.email)
        ? (await harness.signIn(own.email)).token
        : null
      harness.clock.advance(60_000)
      const arrived = await arrivals[kind][arrival]?.(harness)
      const after = (await harness.storage.accounts.get(harness.project.id, before.id)) as AccountRecord
      if (arrived?.outcome === '200') {
        results.moved += 1
        expect([variant, arrived.data.user_id === before.id]).toEqual([variant, false])
        expect(after.registrations.map(({ id }) => id)).toEqual(withoutClaim(before).map(({ id }) => id))
        const others = arrived.data.user.emails.map(({ email }) => email)
        expect([variant, others.includes(own.email)]).toEqual([variant, false])
        const rows = await harness.storage.audit.listUnsealed(100_000)
        const removed = rows.filter(
          ({ event, projectId }) => event === 'factor_remove' && projectId === harness.project.id,
        )
        expect([variant, removed.map(({ actorId }) => actorId)]).toEqual([variant, [before.id]])
      } else {
        results.refused += 1
        expect([variant, arrived?.outcome]).toEqual([
          variant,
          arrival.includes('existing') ? expect.stringMatching(/not_found$|^no message$/) : '200',
        ])
        expect(after.registrations).toEqual(before.registrations)
      }
      if (session !== null) {
        expect((await harness.call('GET', '/users/me', undefined, { session })).outcome).toBe('200')
        const right = { email: own.email, password: 'a', ...lasting }
        expect((await harness.call('POST', '/passwords/authenticate', right)).outcome).toBe('200')
      }
    }
    expect(results.moved + results.refused).toBe(chosen.length)
    expect(results.moved).toBeGreaterThan(results.refused)
  })

  it('stays in the account, which loses nothing, if it is verified in a session of that account (A-1)', async () => {
    for (const kind of ['email', 'phone'] as const) {
      const harness = await open({ settings: { limits }, config: { limits } })
      const before = await account(harness, kind, 'email')
      const { token } = await harness.signIn(own.email)
      const channel = kind === 'email' ? 'email' : 'sms'
      const body = kind === 'email' ? { email: claimed.email } : { phone_number: claimed.phone }
      const proven = await passcode(harness, `/otps/${channel}/send/secondary`, body, claimed[kind], token)
      expect([proven.outcome, proven.data.user_id]).toEqual(['200', before.id])
      const after = await harness.storage.accounts.get(harness.project.id, before.id)
      expect(after?.registrations.map(({ id, verified }) => [id, verified])).toEqual(
        before.registrations.map(({ id }) => [id, true]),
      )
      const right = { email: own.email, password: 'a', ...lasting }
      expect((await harness.call('POST', '/passwords/authenticate', right)).outcome).toBe('200')
    }
  })

  it('does not open the account by a link or token from before its first verified factor (A-1)', async () => {
    const harness = await open({ settings: { limits }, config: { limits } })
    await addFakes(harness, harness.project)
    const request = { users: [{ email: claimed.email, phone_number: own.phone }] }
    const { data } = await harness.admin(adminEndpoints.adminUsersImport, { request })
    const accountId = data.results[0]?.user_id
    await harness.call('POST', '/magic_links/email/login_or_create', { email: claimed.email })
    const token = tokenOf(await harness.lastMessage(claimed.email))
    const google = await land(harness, 'google', { email: claimed.email, email_verified: 'true' })
    const phone = await passcode(harness, '/otps/sms/login_or_create', { phone_number: own.phone }, own.phone)
    expect(phone.data.user_id).toBe(accountId)
    const late = [
      await harness.call('POST', '/magic_links/authenticate', { token, ...lasting }),
      await redeem(harness, google.token),
    ]
    expect(late.map(({ status }) => status)).toEqual([401, 404])
    const me = await harness.call('GET', '/users/me', undefined, { session: phone.data.session_token })
    expect([me.outcome, me.data.phone_numbers.length, me.data.emails.length]).toEqual(['200', 1, 1])
    const arrived = await arrivals.email.link?.(harness)
    expect([arrived?.outcome, arrived?.data.user_id === accountId]).toEqual(['200', false])
  })

  it('gets a separate account by a reset in a project with passwords only (A-1)', async () => {
    const enabledMethods = { magicLinks: false, otpEmail: false, otpSms: false, otpWhatsapp: false }
    for (const enumeration of ['bulk', 'strict'] as const)
      for (const factor of Object.keys(factors)) {
        noteVariants(1)
        const harness = await open({ settings: { limits, enumeration, enabledMethods }, config: { limits } })
        const before = await account(harness, 'email', factor)
        const created = await harness.call('POST', '/passwords', { email: claimed.email, password, ...lasting })
        const arrived = await link(harness, '/passwords/email/reset/start')
        const variant = { enumeration, factor }
        const refusal = enumeration === 'bulk' ? 'duplicate_email' : 'reset_password'
        expect([variant, created.outcome, arrived.outcome]).toEqual([variant, refusal, '200'])
        expect(arrived.data.user_id).not.toBe(before.id)
        const known = { email: claimed.email, password, ...lasting }
        const again = await harness.call('POST', '/passwords/authenticate', known)
        expect([variant, again.outcome, again.data.user_id]).toEqual([variant, '200', arrived.data.user_id])
        // In a bulk project an address without an account gets no mail.
        const unknown = await harness.call('POST', '/passwords/email/reset/start', { email: 'unknown@example.com' })
        expect(unknown.outcome).toBe(enumeration === 'bulk' ? 'email_not_found' : '200')
      }
  })
})
