import type { Clock, ProjectRecord, Provider, Random, Storage, Vault } from '@latchkey/server'
import { type FakeIdentityProviders, type Person, pointAtFakes } from '@latchkey/server/dev'
import { peerAddress } from './network.ts'

/** Who to be at a provider's page: one of the ready ones, anybody, or nobody after all. */
export type SignInAs =
  | { person: 'ada' | 'grace' | 'alan' }
  | { email?: string; name?: string; emailVerified?: boolean }
  | 'cancel'

export interface TestIdentityProviders {
  /** Gives a project the fakes' credentials; `follow` does so by itself. */
  setUp(project: ProjectRecord): Promise<void>
  /**
   * Takes a browser from the address that `oauth.<provider>.start` has gone to, over the provider's page, to the page
   * it lands on: answers with that address.
   */
  follow(startUrl: string, who: SignInAs): Promise<string>
  /** A signed id token as Google One Tap hands it to a page. */
  oneTapToken(person: Person, wishes: { nonce: string | null }): Promise<string>
}

export function createTestIdentityProviders(kit: {
  provider: Provider
  storage: Storage
  fakes: FakeIdentityProviders
  clock: Clock
  random: Random
  vault: Vault
}): TestIdentityProviders {
  const { provider, storage, fakes } = kit
  const setUp = (project: ProjectRecord): Promise<void> => pointAtFakes(storage, kit, project, fakes)
  const ask = (request: Request): Promise<Response> => provider.fetch(request, { peerAddress })

  async function begin(startUrl: string): Promise<{ authorization: URL; cookie: string }> {
    const publicToken = new URL(startUrl).searchParams.get('public_token') ?? ''
    const project = await storage.projects.findByPublicToken(publicToken)
    if (project) await setUp(project)
    const started = await ask(new Request(startUrl, { redirect: 'manual' }))
    const location = started.headers.get('location')
    if (location === null) throw new Error(`The start was refused: ${await started.text()}`)
    return { authorization: new URL(location), cookie: started.headers.get('set-cookie')?.split(';')[0] ?? '' }
  }

  async function choose(authorization: URL, who: SignInAs): Promise<Request> {
    const form = new URLSearchParams(fieldsOf(who))
    for (const [name, value] of authorization.searchParams) form.set(`request_${name}`, value)
    const page = `${authorization.origin}${authorization.pathname}`
    const answer = await fakes.fetch(new Request(page, { method: 'POST', body: form }))
    const location = answer.headers.get('location')
    return location === null ? postedBy(await answer.text()) : new Request(location)
  }

  return {
    setUp,
    async follow(startUrl, who) {
      const { authorization, cookie } = await begin(startUrl)
      const returning = await choose(authorization, who)
      returning.headers.set('cookie', cookie)
      const landed = await ask(returning)
      const location = landed.headers.get('location')
      if (location === null) throw new Error(`The sign-in leads nowhere: ${await landed.text()}`)
      return location
    },
    oneTapToken: (person, wishes) => fakes.oneTapToken(person, wishes),
  }
}

function fieldsOf(who: SignInAs): Record<string, string> {
  if (who === 'cancel') return { cancel: 'true' }
  if ('person' in who) return { person: who.person }
  const { email = '', name = '', emailVerified = true } = who
  return { email, name, email_verified: String(emailVerified) }
}

/** What the page of a provider posts that answers by a form. */
function postedBy(page: string): Request {
  const action = /action="([^"]*)"/.exec(page)?.[1]
  if (action === undefined) throw new Error(`The provider refused: ${page}`)
  const body = new URLSearchParams()
  for (const [, name = '', value = ''] of page.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g))
    body.set(
      name,
      value.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&lt;', '<').replaceAll('&amp;', '&'),
    )
  return new Request(action, { method: 'POST', body })
}
