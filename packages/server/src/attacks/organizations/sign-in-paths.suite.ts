// Every way in which a member signs in with a first factor alone: the rows of M-1.
import { type B2bOAuthProvider, b2bOAuthProviders } from '@latchkey/contract'
import { builtInRoleIds } from '@latchkey/contract/b2b'
import type { BusinessIdpHarness } from '../../oidc-provider/oidc-provider.suite.ts'
import { landAt, landForDiscovery, redeemDiscovery, redeemMember } from '../../products/oauth/oauth.member.suite.ts'
import {
  addAdminSession,
  connectTo,
  type Protocol,
  signIn as signInByConnection,
  verifyDomain,
} from '../../products/sso/sign-in.suite.ts'
import { organizationRealm } from '../../storage/realm.ts'
import type { OrganizationRecord } from '../../storage/records.ts'
import { dataOf } from '../../testing/business-harness.ts'
import { type Answer, pkcePair, tokenOf } from '../../testing/harness.ts'

export const ada = 'ada@globex.example'
const password = 'violet kettle ambles north'
const minutes = { session_duration_minutes: 30 }
/** The account of Ada at each identity provider. */
const atProvider = { email: ada, name: 'Ada Lovelace', email_verified: 'true' }

export interface PathSetting {
  harness: BusinessIdpHarness
  organization: OrganizationRecord
  /** Signs a token of the issuer that the project trusts as `partner`. */
  signToken(claims: object): Promise<string>
}

export interface SignInPath {
  /** The call ends the sign-in or rejects it: its response cannot ask for a further step. */
  rejectsPending?: true
  /** Runs before the organization requires anything; returns what the sign-in needs. */
  prepare?(setting: PathSetting): Promise<string>
  signIn(setting: PathSetting, prepared: string): Promise<Answer>
}

const post = (harness: BusinessIdpHarness, path: string, body: object, session?: string): Promise<Answer> =>
  harness.call('POST', `/b2b/${path}`, body, session === undefined ? {} : { session })

/** The newest message with a link or a code. */
async function mailed({ provider, sent }: BusinessIdpHarness) {
  await provider.outbox.drain()
  const message = sent.findLast(({ to, links, codes }) => to === ada && links.length + codes.length > 0)
  if (!message) throw new Error('no message was sent')
  const linkAt = (index: number) => tokenOf({ ...message, links: message.links.slice(index) })
  return { linkAt, code: message.codes[0] ?? '' }
}

const ofOrganization = ({ organization }: PathSetting) => ({ organization_id: organization.id, email_address: ada })

async function signInBefore({ harness, organization }: PathSetting): Promise<string> {
  return (await harness.signInTo(organization, ada)).session_token
}

async function setPassword(setting: PathSetting): Promise<string> {
  dataOf(await post(setting.harness, 'passwords/session/reset', { password }, await signInBefore(setting)))
  return password
}

async function startReset(setting: PathSetting) {
  await post(setting.harness, 'passwords/email/reset/start', ofOrganization(setting))
  return mailed(setting.harness)
}

/** The redirect to an identity provider, and the token of the landing page, in one browser. */
async function signInWith({ harness, organization }: PathSetting, provider: B2bOAuthProvider): Promise<Answer> {
  const { code_challenge: pkce_code_challenge, code_verifier: pkce_code_verifier } = pkcePair()
  const { token } = await landAt(harness, provider, organization, atProvider, { pkce_code_challenge })
  return redeemMember(harness, token, { pkce_code_verifier })
}

const byProvider = (provider: B2bOAuthProvider): SignInPath => ({
  // HubSpot states no verified address: the first sign-in needs a proof of it, and later ones know the identity.
  async prepare(setting) {
    const { harness } = setting
    const { member_authenticated, intermediate_session_token } = dataOf(await signInWith(setting, provider))
    if (member_authenticated) return ''
    await post(harness, 'magic_links/email/login_or_signup', ofOrganization(setting))
    const magic_links_token = (await mailed(harness)).linkAt(0)
    const body = { magic_links_token, intermediate_session_token, ...minutes }
    if (!dataOf(await post(harness, 'magic_links/authenticate', body)).member_authenticated)
      throw new Error('the identity is not known')
    return ''
  },
  signIn: (setting) => signInWith(setting, provider),
})

/** The landing page after One Tap, for one organization or for discovery. */
async function landByOneTap(harness: BusinessIdpHarness, path: string, body: object) {
  const { code_challenge: pkce_code_challenge, code_verifier: pkce_code_verifier } = pkcePair()
  const started = await harness.call('GET', '/b2b/oauth/google/onetap/start')
  const { nonce } = started.data as unknown as { nonce: string }
  const account = { firstName: 'Ada', lastName: 'Lovelace', email: ada, emailVerified: true }
  const id_token = await harness.fakes.oneTapToken(account, { nonce })
  const answer = await post(harness, `oauth/google/onetap/${path}`, { id_token, pkce_code_challenge, ...body })
  const { redirect_url } = answer.data as unknown as { redirect_url: string }
  return { token: new URL(redirect_url).searchParams.get('token') ?? '', pkce_code_verifier }
}

/** A sign-in with an SSO connection whose identity provider states the address of the member. */
const byConnection = (protocol: Protocol): SignInPath => ({
  async prepare({ harness, organization }) {
    await verifyDomain(harness, organization, 'globex.example')
    const session = await addAdminSession(harness, organization)
    return (await connectTo(harness, session, { protocol })).connection_id
  },
  signIn: ({ harness }, connectionId) => signInByConnection(harness, connectionId, { person: { email: ada } }),
})

export const signInPaths: Readonly<Record<string, SignInPath>> = {
  'a link': {
    async signIn(setting) {
      const { harness } = setting
      await post(harness, 'magic_links/email/login_or_signup', ofOrganization(setting))
      const magic_links_token = (await mailed(harness)).linkAt(0)
      return post(harness, 'magic_links/authenticate', { magic_links_token, ...minutes })
    },
  },
  'an email code': {
    async signIn(setting) {
      const { harness } = setting
      await post(harness, 'otps/email/login_or_signup', ofOrganization(setting))
      const { code } = await mailed(harness)
      return post(harness, 'otps/email/authenticate', { ...ofOrganization(setting), ...minutes, code })
    },
  },
  'a password': {
    prepare: setPassword,
    signIn: (setting) =>
      post(setting.harness, 'passwords/authenticate', { ...ofOrganization(setting), password, ...minutes }),
  },
  'a new password by the existing one': {
    prepare: setPassword,
    signIn: (setting) =>
      post(setting.harness, 'passwords/existing_password/reset', {
        ...{ ...ofOrganization(setting), existing_password: password },
        ...{ new_password: 'seven quiet lanterns, adrift', ...minutes },
      }),
  },
  'a reset by email': {
    async signIn(setting) {
      const password_reset_token = (await startReset(setting)).linkAt(0)
      return post(setting.harness, 'passwords/email/reset', { password_reset_token, password, ...minutes })
    },
  },
  'the sign-in link of a reset': {
    async signIn(setting) {
      const magic_links_token = (await startReset(setting)).linkAt(1)
      return post(setting.harness, 'magic_links/authenticate', { magic_links_token, ...minutes })
    },
  },
  'an invitation': {
    async prepare({ harness, organization }) {
      const admin = 'admin@globex.example'
      await harness.addMember(organization, admin, { roles: [builtInRoleIds.admin] })
      return (await harness.signInTo(organization, admin)).session_token
    },
    async signIn({ harness, organization }, admin) {
      const { members } = harness.storage
      const realm = organizationRealm(organization)
      const found = await members.findByEmail(realm, ada)
      await members.update(realm, found?.id ?? '', { status: 'invited' }, harness.clock.now())
      const body = { email_address: ada }
      const sent = await harness.call('POST', '/b2b/magic_links/email/invite', body, { session: admin })
      if (sent.outcome !== '200') throw new Error(sent.text)
      const magic_links_token = (await mailed(harness)).linkAt(0)
      return post(harness, 'magic_links/authenticate', { magic_links_token, ...minutes })
    },
  },
  'discovery by a link': {
    signIn: async ({ harness, organization }) => harness.exchange(await harness.discover(ada), organization),
  },
  'discovery by a code': {
    async signIn({ harness, organization }) {
      await post(harness, 'otps/email/discovery/send', { email_address: ada })
      const { code } = await mailed(harness)
      const found = dataOf(await post(harness, 'otps/email/discovery/authenticate', { email_address: ada, code }))
      return harness.exchange(found.intermediate_session_token, organization)
    },
  },
  'discovery by a password': {
    prepare: setPassword,
    async signIn({ harness, organization }) {
      const found = dataOf(await post(harness, 'passwords/discovery/authenticate', { email_address: ada, password }))
      return harness.exchange(found.intermediate_session_token, organization)
    },
  },
  'discovery by a reset': {
    async signIn({ harness, organization }) {
      await post(harness, 'passwords/discovery/reset/start', { email_address: ada })
      const password_reset_token = (await mailed(harness)).linkAt(0)
      const found = dataOf(await post(harness, 'passwords/discovery/reset', { password_reset_token, password }))
      return harness.exchange(found.intermediate_session_token, organization)
    },
  },
  'a token of a trusted issuer': {
    rejectsPending: true,
    async signIn({ harness, organization, signToken }) {
      const token = await signToken({ email: ada, email_verified: true })
      const here = { organization_id: organization.id, profile_id: 'partner', token, ...minutes }
      return post(harness, 'sessions/attest', here)
    },
  },
  'an access token': {
    rejectsPending: true,
    async prepare(setting) {
      const { harness } = setting
      const client = await harness.newClient({ client_type: 'first_party', scopes: ['openid', 'full_access'] })
      const session = await signInBefore(setting)
      const { json } = await harness.signInto(client, session, { scope: 'openid full_access' })
      return json.access_token ?? ''
    },
    signIn: ({ harness }, access_token) =>
      post(harness, 'sessions/exchange_access_token', { access_token, ...minutes }),
  },
  'a session of another organization': {
    async prepare({ harness }) {
      const other = await harness.addOrganization('other')
      await harness.addMember(other, ada)
      return (await harness.signInTo(other, ada)).session_token
    },
    signIn: ({ harness, organization }, session) =>
      post(harness, 'sessions/exchange', { organization_id: organization.id, ...minutes }, session),
  },
  ...Object.fromEntries(b2bOAuthProviders.map((provider) => [`OAuth with ${provider}`, byProvider(provider)])),
  'discovery by OAuth': {
    async signIn({ harness, organization }) {
      const { token } = await landForDiscovery(harness, 'google', atProvider)
      const found = dataOf(await redeemDiscovery(harness, token))
      return harness.exchange(found.intermediate_session_token, organization)
    },
  },
  'Google One Tap': {
    async signIn({ harness, organization }) {
      const { token, pkce_code_verifier } = await landByOneTap(harness, 'submit', { organization_id: organization.id })
      return redeemMember(harness, token, { pkce_code_verifier })
    },
  },
  'discovery by Google One Tap': {
    async signIn({ harness, organization }) {
      const { token, pkce_code_verifier } = await landByOneTap(harness, 'discovery/submit', {})
      const found = dataOf(await redeemDiscovery(harness, token, { pkce_code_verifier }))
      return harness.exchange(found.intermediate_session_token, organization)
    },
  },
  'a SAML connection': byConnection('saml'),
  'an OIDC connection': byConnection('oidc'),
}
