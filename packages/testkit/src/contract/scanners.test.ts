import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import type { World } from '../index.ts'
import { ada, bob, halfHour, onBothEngines, outcomes, signInByCode } from './contract.suite.ts'

const visits = 10
const password = 'violet kettle ambles north'

interface Mailed {
  link: string
  /** What the owner does with it, in the browser that asked for it. */
  use(): Promise<unknown>
}

const linkIn = (world: World, email: string, index: number): string =>
  world.inbox.messages(email).find(({ links }) => links.length > index)?.links[index] ?? ''

/** The owner opens the link, and the documented page redeems it. */
async function open(world: World, link: string): Promise<unknown> {
  world.tab.navigate(await world.follow(link))
  return world.client.authenticateByUrl(halfHour)
}

const kinds: Record<string, (world: World) => Promise<Mailed>> = {
  async 'a sign-up link'(world) {
    await world.client.magicLinks.email.loginOrCreate(ada)
    const link = linkIn(world, ada, 0)
    return { link, use: () => open(world, link) }
  },
  async 'a sign-in link'(world) {
    await signInByCode(world)
    await world.client.session.revoke()
    await world.client.magicLinks.email.send(ada)
    const link = linkIn(world, ada, 0)
    return { link, use: () => open(world, link) }
  },
  async 'a link for a second address'(world) {
    await signInByCode(world)
    await world.client.magicLinks.email.send(bob)
    const link = linkIn(world, bob, 0)
    return { link, use: () => open(world, link) }
  },
  async 'the sign-in link of a password reset'(world) {
    await signInByCode(world)
    await world.client.session.revoke()
    await world.client.passwords.resetByEmailStart({ email: ada })
    const link = linkIn(world, ada, 1)
    return { link, use: () => open(world, link) }
  },
  async 'the link to a new password'(world) {
    await signInByCode(world)
    await world.client.session.revoke()
    await world.client.passwords.resetByEmailStart({ email: ada })
    const link = linkIn(world, ada, 0)
    const token = new URL(link).searchParams.get('token') ?? ''
    return { link, use: () => world.client.passwords.resetByEmail({ token, password, ...halfHour }) }
  },
}

onBothEngines('a scanner that runs scripts', (createWorld) => {
  it.each(Object.keys(kinds).flatMap((name) => [true, false].map((isPkceRequired) => [name, isPkceRequired] as const)))(
    'neither signs in by nor spends %s in ten visits, PKCE: %s (T-11)',
    async (name, isPkceRequired) => {
      const flags = { emailMagicLinks: isPkceRequired, passwordResets: isPkceRequired }
      const world = await createWorld({ settings: { pkceRequired: { ...flags, oauth: true, sso: true } } })
      const { link, use } = await (kinds[name] as (world: World) => Promise<Mailed>)(world)
      const token = new URL(link).searchParams.get('token') ?? ''
      const hash = createHash('sha256').update(token).digest('hex')
      const before = await world.storage.oneTime.findByTokenHash(world.project.id, hash)
      const sent = world.network.requests.length
      let refused = 0
      for (let visit = 0; visit < visits; visit += 1) {
        const request = new Request(link, { method: 'HEAD', redirect: 'manual' })
        expect((await world.provider.fetch(request, { peerAddress: '198.51.100.9' })).status).toBe(302)
        const { client, tab } = world.openBrowser()
        tab.navigate(await world.follow(link))
        // The documented page, as often as its scripts like; it leaves the link to a new password alone.
        const isReset = client.parseAuthenticateUrl()?.tokenType === 'reset_password'
        const page = () => client.authenticateByUrl(halfHour)
        expect(await outcomes(page, page)).toEqual(Array(2).fill(isReset ? 'ok' : 'SdkError'))
        await client.magicLinks.inspect(token).catch(() => undefined)
        // With PKCE a request by hand is no use either.
        const path = isReset ? '/passwords/email/reset' : '/magic_links/authenticate'
        if (isPkceRequired)
          expect((await world.call('POST', path, { token, password, ...halfHour })).body.error_type).toBe(
            'pkce_mismatch',
          )
        if (client.session.getSync() === null) refused += 1
        client.dispose()
      }
      expect(refused).toBe(visits)
      const paths = world.network.requests.slice(sent).map(({ path }) => path)
      if (!isPkceRequired) expect(paths.filter((path) => path.endsWith('/authenticate'))).toEqual([])
      expect(await world.storage.oneTime.findByTokenHash(world.project.id, hash)).toEqual(before)
      await use()
      expect(world.client.session.getSync()).not.toBeNull()
    },
  )
})
