import { afterAll, beforeAll, it as bothEngines, describe, expect } from 'vitest'
import type { Storage } from '../../storage/storage.ts'
import { takeTurns } from '../../storage/testing/engine-cases.ts'
import { engines, landing, openTestStorage, pkcePair, tokenOf } from '../../testing/harness.ts'
import { projectKinds } from '../../testing/project-kinds/project-kinds.ts'
import type { LinkOptions, SignInCalls } from '../../testing/project-kinds/sign-in-calls.ts'

const cases = projectKinds.flatMap((kind) => engines.map((engine) => ({ ...kind, engine })))

describe.each(cases)('links for $name on $engine', ({ open, engine }) => {
  const it = takeTurns(bothEngines, engine)
  let storage: Storage
  beforeAll(async () => {
    storage = await openTestStorage(engine)
  })
  afterAll(() => storage.close())

  async function send(calls: SignInCalls, email: string, options: LinkOptions = {}, call = {}): Promise<string> {
    expect((await calls.sendLink(email, options, call)).outcome).toBe('200')
    return tokenOf(await calls.harness.lastMessage(email.toLowerCase()))
  }

  /** The mailed address, not opened yet. */
  async function mailedLink(calls: SignInCalls, email: string): Promise<string> {
    return (await calls.harness.lastMessage(email)).links[0] ?? ''
  }

  async function removeRedirects({ harness }: SignInCalls): Promise<void> {
    const { id, revision, settings } = harness.project
    const redirectUrls = { ...settings.redirectUrls, login: [], signup: ['https://app.example.com/other'] }
    await storage.projects.updateSettings(id, revision, { ...settings, redirectUrls })
  }

  it.inTurn('starts a session with one factor, whose token works', async () => {
    const calls = await open(storage)
    const token = await send(calls, 'Ada@Example.com')
    const signedIn = calls.signedIn(await calls.redeemLink(token))
    expect(signedIn.factorTypes).toEqual(['magic_link'])
    expect((await calls.readSelf(signedIn.token)).outcome).toBe('200')
  })

  it.inTurn('creates an account only when a link is redeemed, and one for several links', async () => {
    const calls = await open(storage)
    const before = await calls.countAccounts()
    const tokens = [await send(calls, 'ada@example.com'), await send(calls, 'ada@example.com')]
    expect(await calls.countAccounts()).toBe(before)
    // An older link stays valid: the client keeps one code verifier per device.
    const first = calls.signedIn(await calls.redeemLink(tokens[1] ?? ''))
    const second = calls.signedIn(await calls.redeemLink(tokens[0] ?? ''))
    expect(second.accountId).toBe(first.accountId)
    expect(await calls.countAccounts()).toBe(before + 1)
  })

  it('sends a link to the provider’s own host, whatever host the request names (A-8)', async () => {
    const calls = await open(storage)
    const headers = {
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'http',
      forwarded: 'host=evil.example',
    }
    await send(calls, 'ada@example.com', {}, { headers })
    const { links, text, html } = await calls.harness.lastMessage('ada@example.com')
    const query = `public_token=${calls.harness.project.publicToken}&latchkey_token_type=${calls.linkType}`
    expect(links[0]).toMatch(
      new RegExp(`^https://auth\\.example\\.com/v1/magic_links/redirect\\?${query}&token=[\\w-]{43}$`),
    )
    expect(`${text}${html}`).not.toContain('evil')
  })

  it.inTurn('redirects to the landing page with its query, and consumes nothing by GET or HEAD', async () => {
    const calls = await open(storage)
    const token = await send(calls, 'ada@example.com', { signupUrl: `${landing}?new=1` })
    const link = await mailedLink(calls, 'ada@example.com')
    for (const method of ['HEAD', 'GET', 'GET', 'GET', 'HEAD', 'GET', 'GET', 'GET', 'GET', 'GET']) {
      const answer = await calls.harness.fetch(new Request(link, { method }))
      expect([answer.status, answer.headers.get('location')]).toEqual([
        302,
        `${landing}?new=1&latchkey_token_type=${calls.linkType}&token=${token}`,
      ])
      expect(answer.headers.get('referrer-policy')).toBe('no-referrer')
      expect(answer.headers.get('cache-control')).toBe('no-store')
    }
    expect((await calls.redeemLink(token)).outcome).toBe('200')
  })

  it.inTurn('redirects a used or an expired link to the same page with the error instead of the token', async () => {
    const calls = await open(storage)
    const used = await send(calls, 'used@example.com', { signupUrl: `${landing}?new=1` })
    expect((await calls.redeemLink(used)).outcome).toBe('200')
    await send(calls, 'late@example.com')
    calls.harness.clock.advance(30 * 60_000)
    for (const [email, query] of [
      ['used@example.com', '?new=1&'],
      ['late@example.com', '?'],
    ] as const) {
      const link = await mailedLink(calls, email)
      for (const accept of ['text/html,*/*', '*/*']) {
        const { status, headers } = await calls.harness.fetch(new Request(link, { headers: { accept } }))
        expect([status, headers.get('location')]).toEqual([
          303,
          `${landing}${query}latchkey_token_type=${calls.linkType}&latchkey_error=unable_to_auth_magic_link`,
        ])
      }
      const program = await calls.harness.fetch(new Request(link, { headers: { accept: 'application/json' } }))
      expect([program.outcome, program.headers.get('location')]).toEqual(['unable_to_auth_magic_link', null])
    }
  })

  it.inTurn('does not redirect a link, used or not, to a URL that was removed from the redirect list', async () => {
    const calls = await open(storage)
    expect((await calls.redeemLink(await send(calls, 'used@example.com'))).outcome).toBe('200')
    await send(calls, 'open@example.com')
    const openLink = (accept: string, link: string) => calls.harness.fetch(new Request(link, { headers: { accept } }))
    const links = [await mailedLink(calls, 'used@example.com'), await mailedLink(calls, 'open@example.com')]
    expect((await openLink('text/html', links[1] ?? '')).status).toBe(302)
    await removeRedirects(calls)
    for (const link of links) {
      const answer = await openLink('text/html', link)
      expect([answer.status, answer.headers.get('location')]).toEqual([401, null])
      expect((await openLink('application/json', link)).outcome).toBe('unable_to_auth_magic_link')
    }
  })

  it.inTurn('redirects a known address to the login URL and a new one to the sign-up URL [B-EML-02]', async () => {
    const calls = await open(storage)
    expect((await calls.redeemLink(await send(calls, 'known@example.com'))).outcome).toBe('200')
    const locations = []
    for (const email of ['known@example.com', 'new@example.com']) {
      await send(calls, email, { loginUrl: landing, signupUrl: `${landing}?new=1` })
      const { headers } = await calls.harness.fetch(new Request(await mailedLink(calls, email)))
      locations.push(headers.get('location')?.split('latchkey')[0])
    }
    expect(locations).toEqual([`${landing}?`, `${landing}?new=1&`])
  })

  it.inTurn('rejects a link after its expiry, which the request can set', async () => {
    const calls = await open(storage)
    const usual = await send(calls, 'a@example.com')
    calls.harness.clock.advance(30 * 60_000 - 1)
    const longer = await send(calls, 'b@example.com', { signupMinutes: 60 })
    expect((await calls.redeemLink(usual)).outcome).toBe('200')
    calls.harness.clock.advance(30 * 60_000 + 1)
    expect((await calls.redeemLink(longer)).outcome).toBe('200')
    const late = await send(calls, 'c@example.com')
    calls.harness.clock.advance(30 * 60_000)
    expect((await calls.redeemLink(late)).outcome).toBe('unable_to_auth_magic_link')
  })

  it.inTurn('accepts a link once', async () => {
    const calls = await open(storage)
    const token = await send(calls, 'ada@example.com')
    const answers = [await calls.redeemLink(token), await calls.redeemLink(token), await calls.redeemLink('unknown')]
    expect(answers.map(({ outcome }) => outcome)).toEqual([
      '200',
      'unable_to_auth_magic_link',
      'unable_to_auth_magic_link',
    ])
  })

  it('accepts one of 16 simultaneous uses of a link [B-EML-06]', async () => {
    const calls = await open(storage)
    const token = await send(calls, 'ada@example.com')
    const answers = await Promise.all(Array.from({ length: 16 }, () => calls.redeemLink(token)))
    const outcomes = answers.map(({ outcome }) => outcome).sort()
    expect(outcomes).toEqual(['200', ...Array(15).fill('unable_to_auth_magic_link')])
  })

  it.inTurn(
    'rejects another device without consuming the link, and voids it at the fifth wrong verifier [B-EML-07]',
    async () => {
      const calls = await open(storage)
      const { code_challenge: codeChallenge, code_verifier: codeVerifier } = pkcePair()
      const another = pkcePair().code_verifier
      const wrong = [{}, { codeVerifier: '' }, { codeVerifier: 'wrong' }, { codeVerifier: another }]
      const token = await send(calls, 'ada@example.com', { codeChallenge })
      for (const proof of wrong) expect((await calls.redeemLink(token, proof)).outcome).toBe('pkce_mismatch')
      expect((await calls.redeemLink(token, { codeVerifier })).outcome).toBe('200')
      const doomed = await send(calls, 'ada@example.com', { codeChallenge })
      for (const proof of [...wrong, { codeVerifier: another }, {}, { codeVerifier: another }])
        expect((await calls.redeemLink(doomed, proof)).outcome).toBe('pkce_mismatch')
      expect((await calls.redeemLink(doomed, { codeVerifier })).outcome).toBe('unable_to_auth_magic_link')
    },
  )

  it.inTurn('requires a valid code challenge if the project requires PKCE', async () => {
    const pkceRequired = { emailMagicLinks: true, passwordResets: true, oauth: true, sso: true }
    const calls = await open(storage, { settings: { pkceRequired } })
    const outcomes = []
    for (const codeChallenge of [undefined, 'short', `${'a'.repeat(42)}=`, pkcePair().code_challenge])
      outcomes.push((await calls.sendLink('ada@example.com', codeChallenge ? { codeChallenge } : {})).outcome)
    expect(outcomes).toEqual(['pkce_required', 'schema_error', 'schema_error', '200'])
  })

  it('rejects a link of an account that was disabled since', async () => {
    const calls = await open(storage)
    const { accountId } = calls.signedIn(await calls.redeemLink(await send(calls, 'out@example.com')))
    const token = await send(calls, 'out@example.com')
    await calls.disable(accountId)
    expect((await calls.redeemLink(token)).outcome).toBe('unable_to_auth_magic_link')
  })

  it.inTurn('rejects redirect URLs that are not on the redirect list, before any email', async () => {
    const calls = await open(storage)
    const addresses = ['https://evil.example/', '//app.example.com', '/x', 'javascript:alert(1)', `${landing}#x`, 'x']
    for (const address of addresses) {
      for (const options of [{ loginUrl: address }, { signupUrl: address }])
        expect((await calls.sendLink('a@example.com', options)).outcome).toBe('invalid_redirect_url')
    }
    await calls.harness.provider.outbox.drain()
    expect(calls.harness.sent).toEqual([])
  })

  it.inTurn('requires a redirect URL if the project has no default', async () => {
    const redirectUrls = { login: [`${landing}/*`], signup: [landing], reset_password: [], logout: [] }
    const calls = await open(storage, { settings: { redirectUrls } })
    expect((await calls.sendLink('a@example.com')).outcome).toBe('no_redirect_url')
    expect((await calls.sendLink('a@example.com', { loginUrl: `${landing}/x` })).outcome).toBe('200')
  })

  it.inTurn('rejects invalid addresses', async () => {
    const calls = await open(storage)
    for (const email of ['a', 'a@b', 'a@b.co,c@d.co', 'a@b.co\r\nBcc: x@y.zz', '"a"@b.co'])
      expect((await calls.sendLink(email)).outcome).toBe('invalid_email')
  })

  it.inTurn('rejects every call if magic links are disabled', async () => {
    // With passwords enabled, the sign-in link of a reset email is still redeemed here.
    const enabledMethods = { magicLinks: false, otpEmail: true, otpSms: true, otpWhatsapp: true, passwords: false }
    const calls = await open(storage, { settings: { enabledMethods } })
    expect((await calls.sendLink('a@example.com')).outcome).toBe('method_not_enabled')
    expect((await calls.redeemLink('x')).outcome).toBe('method_not_enabled')
  })

  it.inTurn('rejects a link in another project', async () => {
    const calls = await open(storage)
    const { vertical } = calls.harness.project
    const project = await calls.harness.newProject({ vertical })
    const token = await send(calls, 'ada@example.com')
    expect((await calls.redeemLink(token, {}, { project })).outcome).toBe('unable_to_auth_magic_link')
    expect((await calls.redeemLink(token)).outcome).toBe('200')
  })
})
