import { createHash } from 'node:crypto'
import { casesOn } from '@latchkey/server/testing'
import { expect, it } from 'vitest'
import { noteVariants } from '../../../server/src/testing/variants.suite.ts'
import type { Testkit } from '../index.ts'
import { ada, bob, halfHour, onBothEngines, outcomes, signInByCode } from './contract.suite.ts'

const visits = 10
const password = 'violet kettle ambles north'

interface Mailed {
  link: string
  /** The owner redeems the link in the browser that requested it. */
  use(): Promise<unknown>
}

const linkIn = (kit: Testkit, email: string, index: number): string =>
  kit.inbox.messages(email).find(({ links }) => links.length > index)?.links[index] ?? ''

/** Opens the link like the documented landing page. */
async function open(kit: Testkit, link: string): Promise<unknown> {
  kit.tab.navigate(await kit.follow(link))
  return kit.client.authenticateByUrl(halfHour)
}

const kinds: Record<string, (kit: Testkit) => Promise<Mailed>> = {
  async 'a sign-up link'(kit) {
    await kit.client.magicLinks.email.loginOrCreate(ada)
    const link = linkIn(kit, ada, 0)
    return { link, use: () => open(kit, link) }
  },
  async 'a sign-in link'(kit) {
    await signInByCode(kit)
    await kit.client.session.revoke()
    await kit.client.magicLinks.email.send(ada)
    const link = linkIn(kit, ada, 0)
    return { link, use: () => open(kit, link) }
  },
  async 'a link for a second address'(kit) {
    await signInByCode(kit)
    await kit.client.magicLinks.email.send(bob)
    const link = linkIn(kit, bob, 0)
    return { link, use: () => open(kit, link) }
  },
  async 'the sign-in link of a password reset'(kit) {
    await signInByCode(kit)
    await kit.client.session.revoke()
    await kit.client.passwords.resetByEmailStart({ email: ada })
    const link = linkIn(kit, ada, 1)
    return { link, use: () => open(kit, link) }
  },
  async 'the link to a new password'(kit) {
    await signInByCode(kit)
    await kit.client.session.revoke()
    await kit.client.passwords.resetByEmailStart({ email: ada })
    const link = linkIn(kit, ada, 0)
    const token = new URL(link).searchParams.get('token') ?? ''
    return { link, use: () => kit.client.passwords.resetByEmail({ token, password, ...halfHour }) }
  },
}

const cases = Object.keys(kinds).flatMap((name) =>
  [true, false].map((isPkceRequired) => [name, isPkceRequired] as const),
)

onBothEngines('a scanner that runs scripts', (createTestkit, engine) => {
  it.each(casesOn(engine, cases))(
    `neither signs in with nor redeems %s in ${visits} visits, PKCE: %s (T-11)`,
    async (name, isPkceRequired) => {
      const flags = { emailMagicLinks: isPkceRequired, passwordResets: isPkceRequired }
      const kit = await createTestkit({ settings: { pkceRequired: { ...flags, oauth: true, sso: true } } })
      const { link, use } = await (kinds[name] as (kit: Testkit) => Promise<Mailed>)(kit)
      const token = new URL(link).searchParams.get('token') ?? ''
      const hash = createHash('sha256').update(token).digest('hex')
      const before = await kit.storage.oneTime.findByTokenHash(kit.project.id, hash)
      const sent = kit.network.requests.length
      let rejected = 0
      for (let visit = 0; visit < visits; visit += 1) {
        const request = new Request(link, { method: 'HEAD', redirect: 'manual' })
        expect((await kit.provider.fetch(request, { peerAddress: '198.51.100.9' })).status).toBe(302)
        const { client, tab } = kit.openBrowser()
        tab.navigate(await kit.follow(link))
        // The documented landing page. It does not redeem a reset token, which needs a new password.
        const isReset = client.parseAuthenticateUrl()?.tokenType === 'reset_password'
        const page = () => client.authenticateByUrl(halfHour)
        expect(await outcomes(page, page)).toEqual(Array(2).fill(isReset ? 'ok' : 'SdkError'))
        await client.magicLinks.inspect(token).catch(() => undefined)
        // With PKCE, a request without the client is rejected too.
        const path = isReset ? '/passwords/email/reset' : '/magic_links/authenticate'
        if (isPkceRequired)
          expect((await kit.call('POST', path, { token, password, ...halfHour })).body.error_type).toBe('pkce_mismatch')
        if (client.session.getSync() === null) rejected += 1
        client.dispose()
      }
      noteVariants(visits)
      expect(rejected).toBe(visits)
      const paths = kit.network.requests.slice(sent).map(({ path }) => path)
      if (!isPkceRequired) expect(paths.filter((path) => path.endsWith('/authenticate'))).toEqual([])
      expect(await kit.storage.oneTime.findByTokenHash(kit.project.id, hash)).toEqual(before)
      await use()
      expect(kit.client.session.getSync()).not.toBeNull()
    },
  )
})
