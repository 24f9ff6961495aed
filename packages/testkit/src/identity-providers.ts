import type { Clock, ProjectRecord, Provider, Random, Storage, Vault } from '@latchkey/server'
import { type FakeAccount, type FakeIdentityProviders, pointAtFakes } from '@latchkey/server/dev'
import { peerAddress } from './network.ts'

/** The account to choose on the page of an identity provider: a predefined account, any other, or cancel. */
export type SignInAs =
  | { account: 'ada' | 'grace' | 'alan' | 'ada-acme' | 'katherine' | 'mary' | 'charles' }
  | { email?: string; name?: string; emailVerified?: boolean; tenants?: readonly ('acme' | 'globex' | (string & {}))[] }
  | 'cancel'

/** Fakes of the identity providers that users sign in with. */
export interface TestIdentityProviders {
  /** Sets the credentials of the fakes in a project. `follow` does this automatically. */
  setUp(project: ProjectRecord): Promise<void>
  /**
   * Completes a sign-in that `oauth.<provider>.start` began: follows the start URL, chooses an account at the identity
   * provider and returns the URL that the browser is redirected to.
   */
  follow(startUrl: string, who: SignInAs): Promise<string>
  /** Creates a signed id token of Google One Tap. */
  oneTapToken(account: FakeAccount, options: { nonce: string | null }): Promise<string>
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
  const send = (request: Request): Promise<Response> => provider.fetch(request, { peerAddress })

  async function begin(startUrl: string): Promise<{ authorization: URL; cookie: string }> {
    const publicToken = new URL(startUrl).searchParams.get('public_token') ?? ''
    const project = await storage.projects.findByPublicToken(publicToken)
    if (project) await setUp(project)
    const started = await send(new Request(startUrl, { redirect: 'manual' }))
    const location = started.headers.get('location')
    if (location === null) throw new Error(`The start was rejected: ${await started.text()}`)
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
      const landed = await send(returning)
      const location = landed.headers.get('location')
      if (location === null) throw new Error(`The sign-in did not redirect: ${await landed.text()}`)
      return location
    },
    oneTapToken: (account, options) => fakes.oneTapToken(account, options),
  }
}

function fieldsOf(who: SignInAs): Record<string, string> {
  if (who === 'cancel') return { cancel: 'true' }
  if ('account' in who) return { account: who.account }
  const { email = '', name = '', emailVerified = true, tenants = [] } = who
  return { email, name, email_verified: String(emailVerified), tenants: tenants.join(',') }
}

/** The form post of an identity provider with `response_mode=form_post`. */
function postedBy(page: string): Request {
  const action = /action="([^"]*)"/.exec(page)?.[1]
  if (action === undefined) throw new Error(`The identity provider rejected the sign-in: ${page}`)
  const body = new URLSearchParams()
  for (const [, name = '', value = ''] of page.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g))
    body.set(
      name,
      value.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&lt;', '<').replaceAll('&amp;', '&'),
    )
  return new Request(action, { method: 'POST', body })
}
