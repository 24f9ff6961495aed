import { oauthProviders } from '@latchkey/contract'
import { adminEndpoints } from '@latchkey/contract/admin'
import { createAdministration, createVault } from '@latchkey/server'
import { createRandom } from '@latchkey/server/node'
import { casesOn, isFullMatrix } from '@latchkey/server/testing'
import { expect, it } from 'vitest'
import { noteVariants } from '../../../server/src/testing/variants.suite.ts'
import type { Testkit } from '../index.ts'
import { halfHour, onBothEngines, outcomes, rejection, signInByCode } from './contract.suite.ts'

type Page = ReturnType<Testkit['openBrowser']>

const page = 'https://app.example.com/'
const landings = { login_redirect_url: page, signup_redirect_url: page }
const challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'

/** Starts a sign-in of the attacker and returns the URL with its token; null if the provider issues none. */
type Kind = (kit: Testkit, attacker: Page, email: string, isByHand: boolean) => Promise<string | null>

const linkIn = (kit: Testkit, email: string, index: number): string =>
  kit.inbox.messages(email).find(({ links }) => links.length > index)?.links[index] ?? ''

async function startedByHand(kit: Testkit, path: string, body: object, token?: string): Promise<boolean> {
  return (await kit.call('POST', path, body, token)).status === 200
}

async function oneTap(kit: Testkit, submit: { nonce?: string | null; codeChallenge?: string }): Promise<string | null> {
  const call = async (path: string, body: object): Promise<Record<string, string>> => {
    const answer = await kit.provider.fetch(
      new Request(`https://auth.example.com/v1/frame/one_tap/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: 'https://auth.example.com' },
        body: JSON.stringify({
          publicToken: kit.project.publicToken,
          parentOrigin: new URL(page).origin,
          ...body,
        }),
      }),
      { peerAddress: '198.51.100.9' },
    )
    return answer.json()
  }
  await kit.identityProviders.setUp(kit.project)
  const { oauthCallbackId, csrfToken = '' } = await call('start', {})
  const account = {
    subject: 'mallory',
    firstName: 'M',
    lastName: 'M',
    email: 'mallory@example.com',
    emailVerified: true,
  }
  const { nonce = csrfToken, codeChallenge } = submit
  const idToken = await kit.identityProviders.oneTapToken(account as never, { nonce })
  const { redirect_url = null } = await call('submit', { idToken, oauthCallbackID: oauthCallbackId, codeChallenge })
  return redirect_url
}

const kinds: Record<string, Kind> = {
  ...Object.fromEntries(
    oauthProviders.map((provider): [string, Kind] => [
      `an OAuth sign-in with ${provider}`,
      async (kit, { client, tab }, email, isByHand) => {
        await client.oauth[provider].start(landings)
        const start = new URL(tab.href())
        if (isByHand) start.searchParams.delete('code_challenge')
        tab.navigate(page)
        return kit.identityProviders.follow(start.href, { email, name: 'M' }).catch(() => null)
      },
    ]),
  ),
  async 'an OAuth identity added to an account'(kit, { client, tab }, email, isByHand) {
    await signInByCode(kit, email, { client })
    await kit.identityProviders.setUp(kit.project)
    const { oauth_attach_token } = await client.oauth.attach('github')
    await client.oauth.github.start({ ...landings, oauth_attach_token })
    const start = new URL(tab.href())
    if (isByHand) start.searchParams.delete('code_challenge')
    tab.navigate(page)
    return kit.identityProviders.follow(start.href, { email, name: 'M' }).catch(() => null)
  },
  'One Tap': (kit, _, __, isByHand) => oneTap(kit, isByHand ? {} : { codeChallenge: challenge }),
  'One Tap without a nonce': (kit, _, __, isByHand) =>
    oneTap(kit, { nonce: null, ...(!isByHand && { codeChallenge: challenge }) }),
  'One Tap with another nonce': (kit, _, __, isByHand) =>
    oneTap(kit, { nonce: 'another', ...(!isByHand && { codeChallenge: challenge }) }),
  async 'a magic link'(kit, { client }, email, isByHand) {
    const path = '/magic_links/email/login_or_create'
    if (isByHand && !(await startedByHand(kit, path, { email }))) return null
    if (!isByHand) await client.magicLinks.email.loginOrCreate(email)
    return kit.follow(linkIn(kit, email, 0))
  },
  async 'a link for a second address'(kit, { client }, email, isByHand) {
    await signInByCode(kit, email, { client })
    const second = `second-${email}`
    const token = client.session.getTokens()?.session_token
    const path = '/magic_links/email/send/secondary'
    if (isByHand && !(await startedByHand(kit, path, { email: second }, token))) return null
    if (!isByHand) await client.magicLinks.email.send(second)
    return kit.follow(linkIn(kit, second, 0))
  },
  async 'the sign-in link of a password reset'(kit, { client }, email, isByHand) {
    await signInByCode(kit, email, { client })
    const path = '/passwords/email/reset/start'
    if (isByHand && !(await startedByHand(kit, path, { email }))) return null
    if (!isByHand) await client.passwords.resetByEmailStart({ email })
    return kit.follow(linkIn(kit, email, 1))
  },
  async 'an impersonation token'(kit, { client }, email) {
    await signInByCode(kit, email, { client })
    const random = createRandom()
    const vault = createVault([{ id: 'own', key: random.bytes(32) }], random)
    const { storage, clock, project } = kit
    const context = { storage, vault, clock, random, baseUrl: 'https://auth.example.com' }
    const { impersonation_token: token } = await createAdministration(context, { operator: 'tests' }).call(
      adminEndpoints.adminImpersonationTokensCreate,
      { project, request: { user_id: client.user.getSync()?.user_id ?? '', impersonator: 'mallory' } },
    )
    return `${page}?latchkey_token_type=impersonation&token=${token}`
  },
}

/** Opens the browser of the victim: a new one, or one that has started sign-ins before. */
async function victim(kit: Testkit, hasPairs: boolean): Promise<Page> {
  const opened = kit.openBrowser()
  if (!hasPairs) return opened
  const email = `victim-${Math.random()}@example.com`
  await signInByCode(kit, email, { client: opened.client })
  await opened.client.session.revoke()
  await opened.client.magicLinks.email.loginOrCreate(email)
  await opened.client.passwords.resetByEmailStart({ email })
  await opened.client.oauth.google.start(landings)
  opened.tab.navigate(page)
  return opened
}

onBothEngines('a sign-in token of an attacker', (open, engine) => {
  it.each(casesOn(engine, Object.keys(kinds)))(
    'signs in no browser that did not request it: %s (A-14)',
    async (name) => {
      const kind = kinds[name] as Kind
      const isOdd = Object.keys(kinds).indexOf(name) % 2 === 1
      let tried = 0
      let rejected = 0
      for (const isPkceRequired of [true, false]) {
        const flags = { emailMagicLinks: isPkceRequired, passwordResets: isPkceRequired }
        const pkceRequired = { ...flags, oauth: isPkceRequired, sso: isPkceRequired }
        const kit = await open({ settings: { pkceRequired } })
        for (const isByHand of [false, true]) {
          for (const hasPairs of [false, true]) {
            // Half of the combinations contain every pair of values; the kinds take turns with the two halves.
            if (!isFullMatrix && ((isPkceRequired !== isByHand) !== hasPairs) === isOdd) continue
            tried += 1
            const email = `mallory-${tried}@example.com`
            const attacker = kit.openBrowser()
            const landing = await kind(kit, attacker, email, isByHand)
            // The provider rejects One Tap without its nonce or a challenge.
            if (name.includes('nonce') || (name === 'One Tap' && isByHand)) expect(landing).toBeNull()
            const { client, tab } = await victim(kit, hasPairs)
            if (landing !== null) {
              tab.navigate(landing)
              expect(await outcomes(() => client.authenticateByUrl(halfHour))).toEqual(['SdkError'])
              // OAuth is rejected even after a press of a button. A link shows its account first, or nothing with PKCE.
              if (new URL(landing).searchParams.get('latchkey_token_type') === 'oauth') {
                tab.press()
                const again = client.authenticateByUrl(halfHour, landing)
                expect(await rejection(again)).toMatchObject({ kind: 'missing_pkce' })
                expect(await client.authenticateByUrl(halfHour)).toBeNull()
              } else if (name.includes('link')) {
                const token = new URL(landing).searchParams.get('token') ?? ''
                const shown = client.magicLinks.inspect(token).then(
                  (link) => link.email,
                  (error) => error.error_type,
                )
                expect(await shown).toMatch(
                  isPkceRequired ? /^pkce_mismatch$/ : /^(mallory|second)[\w-]*@example\.com$/,
                )
              }
            }
            if (client.session.getSync() === null && client.user.getSync() === null) rejected += 1
            // The browser that requested the token signs in at once, unless its client did not start the sign-in.
            if (landing !== null && !isByHand && !name.includes('One Tap') && !name.includes('impersonation')) {
              attacker.tab.navigate(landing)
              await attacker.client.authenticateByUrl(halfHour)
              expect(attacker.client.user.getSync()).not.toBeNull()
            }
          }
        }
      }
      noteVariants(tried)
      expect([tried, rejected]).toEqual(isFullMatrix ? [8, 8] : [4, 4])
    },
  )
})
