import { beforeAll, describe, expect, it } from 'vitest'
import { attestationProfile, attestedToken } from '../faults/trusted-issuer.ts'
import { newestMessage, runBeside } from '../provider.ts'
import { prepareClientWorld } from './client-world.ts'
import { newPerson, signedInAs, signIn } from './host-site.ts'

const consumer = ['--project', 'Latchkey Demo']
const business = ['--project', 'Latchkey Business Demo']
const businessToken = 'public-token-test-22222222-2222-4222-8222-222222222222'

const world = prepareClientWorld({ hasCaptcha: true })
let guardedToken: string
let organization_id: string
beforeAll(async () => {
  // Before anybody asks: a running provider takes a while to notice.
  ;[guardedToken, organization_id] = await Promise.all([guardedProject(), organization(), trustIssuer()])
})

/** An administrator's command, on the running provider's data. */
const command = <Answer>(...words: string[]): Promise<Answer> => runBeside<Answer>(world.dataDir, ...words)

async function guardedProject(): Promise<string> {
  const { public_token } = await command<{ public_token: string }>(
    ...['projects', 'create', '--name', 'Guarded', '--environment', 'test'],
    ...['--origin', world.site.url, '--redirect', `${world.site.url}/`],
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
  it('is a session as somebody else that says so, by a token of the command line, once', async () => {
    await world.open()
    const email = await signIn(world.page, world.provider.url)
    const userId = await world.page.evaluate(async () => {
      const id = host.client.user.getSync()?.user_id
      await host.client.session.revoke()
      return id
    })
    const { impersonation_token } = await command<{ impersonation_token: string }>(
      ...['impersonate', email, '--as', 'support@example.com'],
      ...consumer,
    )
    const enter = (): Promise<string> =>
      world.page.evaluate(
        (token) =>
          host.client.impersonation.authenticate({ impersonation_token: token }).then(
            ({ user_id }) => user_id,
            (error: { error_type: string }) => error.error_type,
          ),
        impersonation_token,
      )
    expect([await enter(), await signedInAs(world.page)]).toEqual([userId, email])
    const claims = await world.page.evaluate(() => {
      const [, content = ''] = host.client.session.getTokens()?.session_jwt.split('.') ?? []
      return JSON.parse(atob(content.replaceAll('-', '+').replaceAll('_', '/')))
    })
    expect(claims).toMatchObject({ sub: userId, act: { sub: 'support@example.com' } })
    expect(await enter()).toBe('unauthorized_credentials')
  })
})

describe('attestation', () => {
  it('is a session on the word of an issuer that the project trusts, once a token', async () => {
    await world.open()
    const attest = (profile_id: string, token: string): Promise<string> =>
      world.page.evaluate(
        ([profile = '', word = '']) =>
          host.client.session.attest({ profile_id: profile, token: word, session_duration_minutes: 30 }).then(
            ({ user_id }) => user_id,
            (error: { error_type: string }) => error.error_type,
          ),
        [profile_id, token],
      )
    const [first, second] = [attestedToken('ada'), attestedToken('ada')]
    const id = await attest(attestationProfile.profile_id, first)
    expect(await world.page.evaluate(() => host.client.user.getSync()?.user_id)).toBe(id)
    await world.page.evaluate(() => host.client.session.revoke())
    expect([
      await attest(attestationProfile.profile_id, first),
      await attest('unheard-of', second),
      await attest(attestationProfile.profile_id, second),
    ]).toEqual(['unauthorized_credentials', 'attestation_profile_not_found', id])
  })
})

describe('members of an organization', () => {
  it('are found by their address, and only those there are', async () => {
    await world.open({}, businessToken)
    const found = await world.page.evaluate(
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
    expect(found).toEqual([expect.objectContaining({ status: 'active', name: 'Ada' }), null])
  })
})

describe('a project under protection', () => {
  /** Asks for a passcode; answers with what each call carried for the guards, and how many workers there were. */
  async function send(email: string): Promise<{ carried: string[][]; workers: number }> {
    const carried: string[][] = []
    let workers = 0
    world.page.on('worker', () => {
      workers += 1
    })
    world.page.on('request', (request) => {
      if (!request.url().endsWith('/otps/email/login_or_create') || request.method() !== 'POST') return
      carried.push(
        Object.keys(request.postDataJSON())
          .filter((name) => /^(captcha|dfp)_/.test(name))
          .sort(),
      )
    })
    await world.page.evaluate((to) => host.client.otps.email.loginOrCreate(to).then(() => undefined), email)
    expect((await newestMessage(world.provider.url, email)).codes).toHaveLength(1)
    return { carried, workers }
  }

  it('asks a browser for a proof of work, however ordinary its device report is (R-14) [C-CAP-06] [C-CAP-07]', async () => {
    await world.browse({
      userAgent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/150.0.0.0 Safari/537.36',
    })
    await world.context.addInitScript(() => Object.defineProperty(navigator, 'webdriver', { value: false }))
    await world.open({}, guardedToken)
    expect(await send(newPerson())).toEqual({
      carried: [['captcha_token', 'dfp_telemetry_id']],
      workers: 1,
    })
  })

  it('gets a proof of work of a browser that says it is driven, which a worker finds [C-CAP-04]', async () => {
    await world.open({}, guardedToken)
    expect(await send(newPerson())).toEqual({
      carried: [['captcha_token', 'dfp_telemetry_id']],
      workers: 1,
    })
  })
})
