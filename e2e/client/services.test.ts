import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { cutNetwork, launchBrowser, openPage } from '../browser.ts'
import { attestationProfile, attestedToken } from '../faults/trusted-issuer.ts'
import { newestMessage, type RunningProcess, runBeside, startDevelopment } from '../provider.ts'
import { type HostSite, newPerson, signedInAs, signIn, startHostSite } from './host-site.ts'

const consumer = ['--project', 'Latchkey Demo']
const business = ['--project', 'Latchkey Business Demo']
const businessToken = 'public-token-test-22222222-2222-4222-8222-222222222222'

let dataDir: string
let guardedToken: string
let organization_id: string
let provider: RunningProcess
let browser: Browser
let site: HostSite
let context: BrowserContext
let page: Page
let complaints: string[]
let tried: string[]

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'latchkey-services-'))
  ;[provider, browser] = await Promise.all([startDevelopment({ dataDir }), launchBrowser()])
  site = await startHostSite(provider.url, true)
  // Before anybody asks: a running provider takes a while to notice.
  ;[guardedToken, organization_id] = await Promise.all([guardedProject(), organization(), trustIssuer()])
})
afterAll(async () => {
  await browser?.close()
  await site?.close()
  await provider?.end()
  await rm(dataDir, { recursive: true, force: true })
})
beforeEach(() => browse())
afterEach(async () => {
  await context.close()
  expect({ complaints, tried }).toEqual({ complaints: [], tried: [] })
})

async function browse(options: BrowserContextOptions = {}): Promise<void> {
  await context?.close()
  context = await browser.newContext(options)
  tried = await cutNetwork(context)
}

async function open(token?: string): Promise<void> {
  ;({ page, complaints } = await openPage(context, site.page({}, token)))
}

/** An administrator's command, on the running provider's data. */
const command = <Answer>(...words: string[]): Promise<Answer> => runBeside<Answer>(dataDir, ...words)

async function guardedProject(): Promise<string> {
  const { public_token } = await command<{ public_token: string }>(
    ...['projects', 'create', '--name', 'Guarded', '--environment', 'test'],
    ...['--origin', site.url, '--redirect', `${site.url}/`],
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
    await open()
    const email = await signIn(page, provider.url)
    const userId = await page.evaluate(async () => {
      const id = host.client.user.getSync()?.user_id
      await host.client.session.revoke()
      return id
    })
    const { impersonation_token } = await command<{ impersonation_token: string }>(
      ...['impersonate', email, '--as', 'support@example.com'],
      ...consumer,
    )
    const enter = (): Promise<string> =>
      page.evaluate(
        (token) =>
          host.client.impersonation.authenticate({ impersonation_token: token }).then(
            ({ user_id }) => user_id,
            (error: { error_type: string }) => error.error_type,
          ),
        impersonation_token,
      )
    expect([await enter(), await signedInAs(page)]).toEqual([userId, email])
    const claims = await page.evaluate(() => {
      const [, content = ''] = host.client.session.getTokens()?.session_jwt.split('.') ?? []
      return JSON.parse(atob(content.replaceAll('-', '+').replaceAll('_', '/')))
    })
    expect(claims).toMatchObject({ sub: userId, act: { sub: 'support@example.com' } })
    expect(await enter()).toBe('unauthorized_credentials')
  })
})

describe('attestation', () => {
  it('is a session on the word of an issuer that the project trusts, once a token', async () => {
    await open()
    const attest = (profile_id: string, token: string): Promise<string> =>
      page.evaluate(
        ([profile = '', word = '']) =>
          host.client.session.attest({ profile_id: profile, token: word, session_duration_minutes: 30 }).then(
            ({ user_id }) => user_id,
            (error: { error_type: string }) => error.error_type,
          ),
        [profile_id, token],
      )
    const [first, second] = [attestedToken('ada'), attestedToken('ada')]
    const id = await attest(attestationProfile.profile_id, first)
    expect(await page.evaluate(() => host.client.user.getSync()?.user_id)).toBe(id)
    await page.evaluate(() => host.client.session.revoke())
    expect([
      await attest(attestationProfile.profile_id, first),
      await attest('unheard-of', second),
      await attest(attestationProfile.profile_id, second),
    ]).toEqual(['unauthorized_credentials', 'attestation_profile_not_found', id])
  })
})

describe('members of an organization', () => {
  it('are found by their address, and only those there are', async () => {
    await open(businessToken)
    const found = await page.evaluate(
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
    page.on('worker', () => {
      workers += 1
    })
    page.on('request', (request) => {
      if (!request.url().endsWith('/otps/email/login_or_create') || request.method() !== 'POST') return
      carried.push(
        Object.keys(request.postDataJSON())
          .filter((name) => /^(captcha|dfp)_/.test(name))
          .sort(),
      )
    })
    await page.evaluate((to) => host.client.otps.email.loginOrCreate(to).then(() => undefined), email)
    expect((await newestMessage(provider.url, email)).codes).toHaveLength(1)
    return { carried, workers }
  }

  it('lets a browser pass by what its device reports [C-CAP-06] [C-CAP-07]', async () => {
    await browse({ userAgent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/150.0.0.0 Safari/537.36' })
    await context.addInitScript(() => Object.defineProperty(navigator, 'webdriver', { value: false }))
    await open(guardedToken)
    expect(await send(newPerson())).toEqual({ carried: [['dfp_telemetry_id']], workers: 0 })
  })

  it('asks a browser that says it is driven for a proof of work, which a worker finds [C-CAP-01] [C-CAP-02]', async () => {
    await open(guardedToken)
    expect(await send(newPerson())).toEqual({
      carried: [['dfp_telemetry_id'], ['captcha_token', 'dfp_telemetry_id']],
      workers: 1,
    })
  })
})
