import type { Clock, ProjectRecord, Provider, Random, Storage, Vault } from '@latchkey/server'
import { type FakeAccount, type FakeIdentityProviders, pointAtFakes } from '@latchkey/server/dev'
import { finishSignIn, postedForm, startSignIn } from './sign-in-redirects.ts'

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

  async function begin(startUrl: string): Promise<{ request: URL; cookie: string }> {
    const publicToken = new URL(startUrl).searchParams.get('public_token') ?? ''
    const project = await storage.projects.findByPublicToken(publicToken)
    if (project) await setUp(project)
    return startSignIn(provider, startUrl)
  }

  async function choose(authorization: URL, who: SignInAs): Promise<Request> {
    const form = new URLSearchParams(fieldsOf(who))
    for (const [name, value] of authorization.searchParams) form.set(`request_${name}`, value)
    const page = `${authorization.origin}${authorization.pathname}`
    const answer = await fakes.fetch(new Request(page, { method: 'POST', body: form }))
    const location = answer.headers.get('location')
    if (location !== null) return new Request(location)
    const { action, fields } = postedForm(await answer.text())
    return new Request(action, { method: 'POST', body: new URLSearchParams(fields) })
  }

  return {
    setUp,
    async follow(startUrl, who) {
      const { request, cookie } = await begin(startUrl)
      return finishSignIn(provider, await choose(request, who), cookie)
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
