import { beforeAll, describe, expect, it } from 'vitest'
import { attestationProfile, attestedToken } from '../fixtures/trusted-issuer.ts'
import { newestMessage, runCliCommand } from '../provider.ts'
import { prepareClient } from './client-setup.ts'
import { newEmail, signedInAs, signIn } from './host-site.ts'

const consumer = ['--project', 'Latchkey Demo']
const business = ['--project', 'Latchkey Business Demo']
const businessToken = 'public-token-test-22222222-2222-4222-8222-222222222222'

const setup = prepareClient({ hasCaptcha: true, hasOwnProvider: true })
let guardedToken: string
let organization_id: string
beforeAll(async () => {
  // Before the first test, because a running provider applies settings after a delay.
  ;[guardedToken, organization_id] = await Promise.all([guardedProject(), organization(), trustIssuer()])
})

/** A CLI command on the data of the running provider. */
const command = <Answer>(...words: string[]): Promise<Answer> => runCliCommand<Answer>(setup.dataDir, ...words)

async function guardedProject(): Promise<string> {
  const { public_token } = await command<{ public_token: string }>(
    ...['projects', 'create', '--name', 'Guarded', '--environment', 'test'],
    ...['--origin', setup.site.url, '--redirect', `${setup.site.url}/`],
  )
  const captcha = { enabled: true, siteKey: 'site-1', provider: 'proof_of_work', difficulty: 2_000 }
  await command(
    ...['settings', 'set', `captcha_settings=${JSON.stringify(captcha)}`],
    ...['dfp_protected_auth_enabled=true', 'dfp_protected_auth_mode=DECISIONING', '--project', 'Guarded'],
  )
  return public_token
}

async function organization(): Promise<string> {
  const made = await command<{ organization: { organization_id: string } }>(
    ...['organizations', 'create', '--name', 'Analytical Engines', '--slug', 'engines'],
    ...business,
  )
  await command('members', 'create', 'engines', '--email', 'ada@example.com', '--name', 'Ada', ...business)
  return made.organization.organization_id
}

const trustIssuer = (): Promise<unknown> =>
  command('settings', 'set', `attestation_profiles=${JSON.stringify([attestationProfile])}`, ...consumer)

describe('impersonation', () => {
  it('signs in once with an impersonation token of the CLI, and marks the session as impersonated', async () => {
    await setup.open()
    const email = await signIn(setup.page, setup.provider.url)
    const userId = await setup.page.evaluate(async () => {
      const id = host.client.user.getSync()?.user_id
      await host.client.session.revoke()
      return id
    })
    const { impersonation_token } = await command<{ impersonation_token: string }>(
      ...['impersonate', email, '--as', 'support@example.com'],
      ...consumer,
    )
    const enter = (): Promise<string> =>
      setup.page.evaluate(
        (token) =>
          host.client.impersonation.authenticate({ impersonation_token: token }).then(
            ({ user_id }) => user_id,
            (error: { error_type: string }) => error.error_type,
          ),
        impersonation_token,
      )
    expect([await enter(), await signedInAs(setup.page)]).toEqual([userId, email])
    const claims = await setup.page.evaluate(() => {
      const [, content = ''] = host.client.session.getTokens()?.session_jwt.split('.') ?? []
      return JSON.parse(atob(content.replaceAll('-', '+').replaceAll('_', '/')))
    })
    expect(claims).toMatchObject({ sub: userId, act: { sub: 'support@example.com' } })
    expect(await enter()).toBe('unauthorized_credentials')
  })
})

describe('attestation', () => {
  it('signs in once per token of a trusted issuer', async () => {
    await setup.open()
    const attest = (profile_id: string, token: string): Promise<string> =>
      setup.page.evaluate(
        ([profile = '', word = '']) =>
          host.client.session.attest({ profile_id: profile, token: word, session_duration_minutes: 30 }).then(
            ({ user_id }) => user_id,
            (error: { error_type: string }) => error.error_type,
          ),
        [profile_id, token],
      )
    const [first, second] = [attestedToken('ada'), attestedToken('ada')]
    const id = await attest(attestationProfile.profile_id, first)
    expect(await setup.page.evaluate(() => host.client.user.getSync()?.user_id)).toBe(id)
    await setup.page.evaluate(() => host.client.session.revoke())
    expect([
      await attest(attestationProfile.profile_id, first),
      await attest('unheard-of', second),
      await attest(attestationProfile.profile_id, second),
    ]).toEqual(['unauthorized_credentials', 'attestation_profile_not_found', id])
  })
})

describe('members of an organization', () => {
  it('finds members of an organization by their email address', async () => {
    await setup.open({}, businessToken)
    const found = await setup.page.evaluate(
      async ([organization = '', ...addresses]) => {
        const members = host.createMembers(host.client)
        return Promise.all(
          addresses.map(
            async (email_address) => (await members.search({ email_address, organization_id: organization })).member,
          ),
        )
      },
      [organization_id, 'ada@example.com', 'bob@example.com'],
    )
    // The name is not for callers without a session.
    expect(found).toEqual([expect.objectContaining({ status: 'active', name: '' }), null])
  })
})

describe('a project under protection', () => {
  /** Requests a passcode. Returns the captcha and telemetry fields of each call, and the number of workers. */
  async function send(email: string): Promise<{ carried: string[][]; workers: number }> {
    const carried: string[][] = []
    let workers = 0
    setup.page.on('worker', () => {
      workers += 1
    })
    setup.page.on('request', (request) => {
      if (!request.url().endsWith('/otps/email/login_or_create') || request.method() !== 'POST') return
      carried.push(
        Object.keys(request.postDataJSON())
          .filter((name) => /^(captcha|dfp)_/.test(name))
          .sort(),
      )
    })
    await setup.page.evaluate((to) => host.client.otps.email.loginOrCreate(to).then(() => undefined), email)
    expect((await newestMessage(setup.provider.url, email)).codes).toHaveLength(1)
    return { carried, workers }
  }

  it('requires a proof of work even with an inconspicuous device report (R-14) [C-CAP-06] [C-CAP-07]', async () => {
    await setup.browse({
      userAgent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/150.0.0.0 Safari/537.36',
    })
    await setup.context.addInitScript(() => Object.defineProperty(navigator, 'webdriver', { value: false }))
    await setup.open({}, guardedToken)
    expect(await send(newEmail())).toEqual({
      carried: [['captcha_token', 'dfp_telemetry_id']],
      workers: 1,
    })
  })

  it('gets a proof of work from a worker in an automated browser [C-CAP-04]', async () => {
    await setup.open({}, guardedToken)
    expect(await send(newEmail())).toEqual({
      carried: [['captcha_token', 'dfp_telemetry_id']],
      workers: 1,
    })
  })
})
