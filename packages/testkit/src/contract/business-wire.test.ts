import { createMembers } from '@latchkey/client/b2b'
import { clientInternals } from '@latchkey/client/internal'
import { adminEndpoints } from '@latchkey/contract/admin'
import {
  b2bIdpOAuthAuthorizeStart,
  b2bIdpOAuthAuthorizeSubmit,
  b2bOAuthGoogleOneTapDiscoverySubmit,
  b2bOAuthGoogleOneTapStart,
  b2bOAuthGoogleOneTapSubmit,
} from '@latchkey/contract/b2b'
import type { EndpointName } from '@latchkey/contract/endpoints'
import { casesOn } from '@latchkey/server/testing'
import { describe, expect, it } from 'vitest'
import { type BusinessTestkit, createBusinessTestkit } from '../index.ts'
import {
  deletedMember,
  discovery,
  foundMember,
  linkOrganization,
  member,
  memberAuth,
  memberChange,
  memberLinkAuth,
  organization,
  passwordStrength,
  publicOrganization,
} from './business-wire.suite.ts'
import { halfHour, openOnBothEngines } from './contract.suite.ts'
import {
  applicationRequest,
  authorization,
  codeChallenge,
  consent,
  consentByList,
  identityProvider,
  redeemCode,
  redirectUri,
} from './identity-provider.suite.ts'
import {
  certificates,
  connections,
  createSaml,
  externalConnection,
  oidcConnection,
  samlConnection,
} from './sso-wire.suite.ts'
import { attestationProfile, attestedToken } from './trusted-issuer.suite.ts'
import { expectExchange, ok, protectedProject, protection, servedEndpoints, text, type WireRow } from './wire.suite.ts'

/** A form post instead of a call. */
type FormPost = 'b2bOAuthAuthorize'
type Business = Exclude<Extract<EndpointName, `b2b${string}`>, FormPost>
type Row = WireRow<BusinessTestkit, undefined>

const email_address = 'ada@acme.test'
const invitee = 'dorothy@acme.test'
const page = 'https://app.example.com/'
const password = 'a kettle of seven herrings'
const other = 'nine umbrellas in the attic'
const mfa_phone_number = '+15005550006'
const autofill = { enable_autofill: true, autofill_session_duration_minutes: 30 }
const locale = 'en'
const challenge = { pkce_code_challenge: expect.stringMatching(/^[\w-]{43}$/) }
const verifier = { pkce_code_verifier: expect.stringMatching(/^[\w-]{43,128}$/) }
const intermediate = { intermediate_session_token: text }
const project = {
  ...protectedProject,
  settings: {
    ...protectedProject.settings,
    createOrganizationEnabled: true,
    attestationProfiles: [attestationProfile],
    identityProvider,
    redirectUrls: {
      ...{ login: [page], signup: [page], reset_password: [page], logout: [page], discovery: [page], invite: [page] },
    },
  },
}

/** Proves the address of Ada by a code, without an organization. */
async function prove({ client, inbox }: BusinessTestkit): Promise<void> {
  await client.otps.email.discovery.send({ email_address })
  await client.otps.email.discovery.authenticate({ email_address, code: inbox.lastCode(email_address) })
}

/** Signs in as Ada, the admin of Acme. */
async function signIn(kit: BusinessTestkit): Promise<void> {
  const { organization_id } = kit.acme
  await prove(kit)
  await kit.client.discovery.intermediateSessions.exchange({ organization_id, ...halfHour })
}

/** Sets the password of Ada in Acme. */
async function setPassword({ client, inbox, acme: { organization_id } }: BusinessTestkit): Promise<void> {
  await client.passwords.resetByEmailStart({ email_address, organization_id })
  const password_reset_token = inbox.lastToken(email_address)
  await client.passwords.resetByEmail({ password_reset_token, password, ...halfHour })
}

/** Requests what Google's prompt needs, which the client does when it shows the prompt. */
async function startOneTap(kit: BusinessTestkit) {
  await kit.identityProviders.setUp(kit.project)
  return clientInternals(kit.client).request(b2bOAuthGoogleOneTapStart, null)
}

/** The ID token of a choice at Google's prompt. */
async function oneTapAnswer(kit: BusinessTestkit): Promise<{ id_token: string; pkce_code_challenge: string }> {
  const { nonce } = await startOneTap(kit)
  const account = { firstName: 'Ada', lastName: 'Lovelace', email: email_address, emailVerified: true }
  const id_token = await kit.identityProviders.oneTapToken(account, { nonce })
  return { id_token, pkce_code_challenge: codeChallenge }
}

/** The id of Ada in Acme. */
function adaOf({ acme }: BusinessTestkit): string {
  return acme.members[0]?.member_id ?? ''
}

function adaIn(kit: BusinessTestkit) {
  return { organization_id: kit.acme.organization_id, member_id: adaOf(kit) }
}

/** Enrolls an authenticator app of Ada in Acme; returns its recovery codes. */
async function enroll(kit: BusinessTestkit): Promise<string[]> {
  await signIn(kit)
  const { secret, recovery_codes } = await kit.client.totp.create(adaIn(kit))
  const code = kit.totpCode(secret)
  const chosen = { set_mfa_enrollment: 'enroll', set_default_mfa: true } as const
  await kit.client.totp.authenticate({ ...adaIn(kit), code, ...chosen, ...halfHour })
  return recovery_codes
}

/** The id of Grace, another member of Acme. */
function graceOf({ acme }: BusinessTestkit): string {
  return acme.members[1]?.member_id ?? ''
}

/** Stores an authenticator app as an enrollment does, also of a member who is not signed in. */
async function addAuthenticator({ storage, project, acme, clock }: BusinessTestkit, accountId: string): Promise<void> {
  await storage.accounts.addRegistration({
    ...{ projectId: project.id, organizationId: acme.organization_id, accountId, id: `totp-${accountId}` },
    ...{ kind: 'totp', uniqueKey: accountId, verified: true, details: {} },
    ...{ createdAt: clock.now(), verifiedAt: clock.now() },
  })
}

/** An active connection to the fake of Okta. */
async function connectOkta(kit: BusinessTestkit): Promise<string> {
  await signIn(kit)
  const { connection_id } = (await kit.client.sso.saml.createConnection()).connection
  const metadata_xml = await kit.enterprise.saml.metadata('okta')
  await kit.client.sso.saml.updateConnection({ connection_id, metadata_xml })
  return connection_id
}

/** Reuses a connection of Globex, which shares it, in Acme. */
async function createExternal(kit: BusinessTestkit): Promise<string> {
  const { storage, project, globex, acme, client } = kit
  const now = kit.clock.now()
  const id = `saml-connection-${globex.organization_id}`
  await storage.ssoConnections.insert(
    {
      ...{ projectId: project.id, organizationId: globex.organization_id, id, kind: 'saml', status: 'active' },
      ...{ displayName: 'Globex', identityProvider: 'okta', config: { sharedWith: [acme.organization_id] } },
      ...{ secretsSealed: '', revision: 1, testedAt: null, metadataReadAt: null, nextCheckAt: null },
      ...{ createdAt: now, updatedAt: now },
    },
    20,
  )
  await signIn(kit)
  const shared = { external_organization_id: globex.organization_id, external_connection_id: id }
  return (await client.sso.external.createConnection({ ...shared, display_name: 'Globex' })).connection.connection_id
}

const organizationApp = {
  ...{ connected_app_id: 'string', name: 'string', description: 'string', client_type: 'string' },
  'logo_url?': 'string',
} as const
const connectedApps = { ...ok, connected_apps: [{ ...organizationApp, scopes_granted: 'string' }] } as const

/** Stores the consent of a member to an application. */
async function connect({ storage, clock, project: { id: projectId } }: BusinessTestkit, accountId: string) {
  const [createdAt, updatedAt] = [clock.now(), clock.now()]
  await storage.connectedApps.grant({
    ...{ projectId, accountId, id: 'app-1', name: 'Calendar', description: 'Plans', logoUrl: null },
    ...{ clientType: 'third_party', scopes: ['openid'], createdAt, updatedAt },
  })
}

/** Signs in, creates a client application and returns its id. */
async function createApplication(kit: BusinessTestkit): Promise<string> {
  await signIn(kit)
  const { administration, project: ownProject } = kit
  const request = { project: ownProject, request: applicationRequest }
  return (await administration.call(adminEndpoints.adminOAuthClientsCreate, request)).oauth_client.client_id
}

/** Authorizes an application, and returns its id and the code. */
async function authorize(kit: BusinessTestkit, scopes: string[]): Promise<{ client_id: string; code: string }> {
  const client_id = await createApplication(kit)
  const request = { ...authorization, client_id, scopes, state: 's', code_challenge: codeChallenge }
  const { request: send } = clientInternals(kit.client)
  await send(b2bIdpOAuthAuthorizeStart, request)
  const { authorization_code: code = '' } = await send(b2bIdpOAuthAuthorizeSubmit, {
    ...request,
    consent_granted: true,
  })
  return { client_id, code }
}

const orgId = { organization_id: text }
const login = { email_address, locale }
const lifetimes = { login_expiration_minutes: 10, signup_expiration_minutes: 10 }
const resetOptions = { ...login, reset_password_redirect_url: page, reset_password_expiration_minutes: 30 }

/** One row per call of the business client. */
const rows: Partial<Record<Business, Row>> = {
  b2bMembersSearch: {
    body: { email_address, ...orgId },
    data: foundMember,
    act: ({ client, acme: { organization_id } }) => createMembers(client).search({ email_address, organization_id }),
  },

  b2bDiscoveryOrganizationsList: {
    body: intermediate,
    data: { ...discovery, organization_id_hint: 'string|null' },
    async act(kit) {
      await prove(kit)
      await kit.client.discovery.organizations.list()
    },
  },
  b2bDiscoveryOrganizationsCreate: {
    body: { organization_name: 'Initech', organization_slug: 'initech', ...halfHour, ...intermediate },
    data: memberAuth,
    async act(kit) {
      await prove(kit)
      const names = { organization_name: 'Initech', organization_slug: 'initech' }
      await kit.client.discovery.organizations.create({ ...names, ...halfHour })
    },
  },
  b2bDiscoveryIntermediateSessionsExchange: {
    body: { ...orgId, ...halfHour, ...intermediate },
    data: memberAuth,
    act: signIn,
  },

  b2bMagicLinksEmailLoginOrSignup: {
    body: {
      ...{ ...login, ...orgId, ...lifetimes, ...challenge, login_redirect_url: page, signup_redirect_url: page },
    },
    data: ok,
    act: ({ client, acme: { organization_id } }) =>
      client.magicLinks.email.loginOrSignup({
        ...{ ...login, ...lifetimes, organization_id, login_redirect_url: page, signup_redirect_url: page },
      }),
  },
  b2bMagicLinksEmailInvite: {
    body: {
      ...{ email_address: invitee, name: 'Dorothy', invite_redirect_url: page, invite_expiration_minutes: 60, locale },
      ...{ untrusted_metadata: { theme: 'dark' }, roles: ['latchkey_admin'] },
    },
    data: memberChange,
    async act(kit) {
      await signIn(kit)
      await kit.client.magicLinks.email.invite({
        ...{ email_address: invitee, name: 'Dorothy', invite_redirect_url: page, invite_expiration_minutes: 60 },
        ...{ locale, untrusted_metadata: { theme: 'dark' }, roles: ['latchkey_admin'] },
      })
    },
  },
  b2bMagicLinksEmailDiscoverySend: {
    body: { ...login, discovery_redirect_url: page, discovery_expiration_minutes: 10, ...challenge, ...protection },
    data: ok,
    act: ({ client }) =>
      client.magicLinks.email.discovery.send({
        ...{ ...login, discovery_redirect_url: page, discovery_expiration_minutes: 10 },
      }),
  },
  b2bMagicLinksAuthenticate: {
    body: { magic_links_token: text, locale, ...halfHour, ...verifier, ...protection },
    data: memberLinkAuth,
    async act({ client, inbox, acme: { organization_id } }) {
      await client.magicLinks.email.loginOrSignup({ email_address, organization_id })
      const magic_links_token = inbox.lastToken(email_address)
      await client.magicLinks.authenticate({ magic_links_token, locale, ...halfHour })
    },
  },
  b2bMagicLinksInspect: {
    body: { token: text },
    data: { ...ok, email_address: 'string', organization: linkOrganization, is_invitation: 'boolean' },
    async act(kit) {
      await signIn(kit)
      await kit.client.magicLinks.email.invite({ email_address: invitee, invite_redirect_url: page })
      await kit.client.magicLinks.inspect(kit.inbox.lastToken(invitee))
    },
  },
  b2bMagicLinksDecline: {
    body: { token: text },
    data: ok,
    async act(kit) {
      await signIn(kit)
      await kit.client.magicLinks.email.invite({ email_address: invitee, invite_redirect_url: page })
      await kit.client.magicLinks.decline(kit.inbox.lastToken(invitee))
    },
  },
  b2bMagicLinksDiscoveryAuthenticate: {
    body: { discovery_magic_links_token: text, ...verifier, ...protection },
    data: { ...discovery, ...{ intermediate_session_token: 'string' } },
    async act({ client, inbox }) {
      await client.magicLinks.email.discovery.send({ email_address })
      const discovery_magic_links_token = inbox.lastToken(email_address)
      await client.magicLinks.discovery.authenticate({ discovery_magic_links_token })
    },
  },

  b2bOtpsEmailLoginOrSignup: {
    body: { ...login, ...orgId, ...lifetimes, ...protection },
    data: ok,
    act: ({ client, acme: { organization_id } }) =>
      client.otps.email.loginOrSignup({ ...login, ...lifetimes, organization_id }),
  },
  b2bOtpsEmailAuthenticate: {
    body: { ...login, ...orgId, code: text, ...halfHour, ...protection },
    data: memberLinkAuth,
    async act({ client, inbox, acme: { organization_id } }) {
      await client.otps.email.loginOrSignup({ email_address, organization_id })
      const code = inbox.lastCode(email_address)
      await client.otps.email.authenticate({ ...login, organization_id, code, ...halfHour })
    },
  },
  b2bOtpsEmailDiscoverySend: {
    body: { ...login, discovery_expiration_minutes: 10, ...protection },
    data: ok,
    act: ({ client }) => client.otps.email.discovery.send({ ...login, discovery_expiration_minutes: 10 }),
  },
  b2bOtpsEmailDiscoveryAuthenticate: {
    body: { email_address, code: text, ...protection },
    data: { ...discovery, ...{ intermediate_session_token: 'string' } },
    act: prove,
  },

  b2bOtpsSmsSend: {
    body: { ...orgId, member_id: text, mfa_phone_number, locale, ...autofill, ...protection },
    data: ok,
    async act(kit) {
      await signIn(kit)
      await kit.client.otps.sms.send({ ...adaIn(kit), mfa_phone_number, locale, ...autofill })
    },
  },
  b2bOtpsSmsAuthenticate: {
    body: { ...orgId, member_id: text, code: text, set_mfa_enrollment: 'enroll', ...halfHour, ...protection },
    data: memberAuth,
    async act(kit) {
      await signIn(kit)
      const { sms } = kit.client.otps
      await sms.send({ ...adaIn(kit), mfa_phone_number })
      const code = kit.inbox.lastCode(mfa_phone_number)
      await sms.authenticate({ ...adaIn(kit), code, set_mfa_enrollment: 'enroll', ...halfHour })
    },
  },

  b2bTotpCreate: {
    body: { ...orgId, member_id: text, expiration_minutes: 20, ...protection },
    data: {
      ...memberChange,
      ...{ totp_id: 'string', secret: 'string', qr_code: 'string', recovery_codes: ['string'] },
    },
    async act(kit) {
      await signIn(kit)
      await kit.client.totp.create({ ...adaIn(kit), expiration_minutes: 20 })
    },
  },
  b2bTotpAuthenticate: {
    body: {
      ...{ ...orgId, member_id: text, code: expect.stringMatching(/^\d{6}$/) },
      ...{ set_mfa_enrollment: 'enroll', set_default_mfa: true, ...halfHour, ...protection },
    },
    data: memberAuth,
    act: enroll,
  },

  b2bRecoveryCodesRecover: {
    body: { ...orgId, member_id: text, recovery_code: text, ...halfHour, ...protection },
    data: { ...memberAuth, recovery_codes_remaining: 'number' },
    async act(kit) {
      const [recovery_code = ''] = await enroll(kit)
      await kit.client.recoveryCodes.recover({ ...adaIn(kit), recovery_code, ...halfHour })
    },
  },
  b2bRecoveryCodesRotate: {
    body: protection,
    data: { ...ok, recovery_codes: ['string'] },
    async act(kit) {
      await enroll(kit)
      await kit.client.recoveryCodes.rotate()
    },
  },
  b2bRecoveryCodesGet: {
    body: null,
    data: { ...ok, recovery_codes: ['string'] },
    async act(kit) {
      await enroll(kit)
      await kit.client.recoveryCodes.get()
    },
  },

  b2bPasswordsAuthenticate: {
    body: { ...login, ...orgId, password, ...halfHour, ...protection },
    data: memberAuth,
    async act(kit) {
      await setPassword(kit)
      const { organization_id } = kit.acme
      await kit.client.passwords.authenticate({ ...login, organization_id, password, ...halfHour })
    },
  },
  b2bPasswordsEmailResetStart: {
    body: { ...resetOptions, ...orgId, login_redirect_url: page, code_challenge: text, ...protection },
    data: ok,
    act: ({ client, acme: { organization_id } }) =>
      client.passwords.resetByEmailStart({ ...resetOptions, organization_id, login_redirect_url: page }),
  },
  b2bPasswordsEmailReset: {
    body: { password_reset_token: text, password, code_verifier: text, ...halfHour, ...protection },
    data: memberAuth,
    act: setPassword,
  },
  b2bPasswordsExistingPasswordReset: {
    body: { ...login, ...orgId, existing_password: password, new_password: other, ...halfHour, ...protection },
    data: memberAuth,
    async act(kit) {
      await setPassword(kit)
      const { organization_id } = kit.acme
      await kit.client.passwords.resetByExistingPassword({
        ...{ ...login, organization_id, existing_password: password, new_password: other, ...halfHour },
      })
    },
  },
  b2bPasswordsSessionReset: {
    body: { password: other, ...protection },
    data: memberAuth,
    async act(kit) {
      await setPassword(kit)
      await kit.client.passwords.resetBySession({ password: other })
    },
  },
  b2bPasswordsStrengthCheck: {
    body: { email_address, password },
    data: passwordStrength,
    act: ({ client }) => client.passwords.strengthCheck({ email_address, password }),
  },
  b2bPasswordsDiscoveryResetStart: {
    body: { ...resetOptions, discovery_redirect_url: page, ...challenge, ...protection },
    data: ok,
    act: ({ client }) =>
      client.passwords.discovery.resetByEmailStart({ ...resetOptions, discovery_redirect_url: page }),
  },
  b2bPasswordsDiscoveryReset: {
    body: { password_reset_token: text, password, ...verifier, ...protection },
    data: { ...discovery, ...{ intermediate_session_token: 'string' } },
    async act({ client, inbox }) {
      await client.passwords.discovery.resetByEmailStart({ email_address })
      const password_reset_token = inbox.lastToken(email_address)
      await client.passwords.discovery.resetByEmail({ password_reset_token, password })
    },
  },
  b2bPasswordsDiscoveryAuthenticate: {
    body: { email_address, password, ...protection },
    data: { ...discovery, ...{ intermediate_session_token: 'string' } },
    async act(kit) {
      await setPassword(kit)
      await kit.client.session.revoke()
      await kit.client.passwords.discovery.authenticate({ email_address, password })
    },
  },

  b2bOAuthAuthenticate: {
    body: { oauth_token: text, ...verifier, ...halfHour, ...protection, locale },
    data: {
      ...memberAuth,
      provider_values: {
        ...{ access_token: 'string', id_token: 'string', refresh_token: 'string' },
        ...{ scopes: ['string'], expires_at: 'time|null' },
      },
    },
    async act({ client, tab, acme: { organization_id }, identityProviders }) {
      await client.oauth.google.start({ organization_id, login_redirect_url: page, signup_redirect_url: page })
      const landed = new URL(await identityProviders.follow(tab.href(), { account: 'ada-acme' }))
      tab.navigate(landed.href)
      const oauth_token = landed.searchParams.get('token') ?? ''
      await client.oauth.authenticate({ oauth_token, locale, ...halfHour })
    },
  },
  b2bOAuthDiscoveryAuthenticate: {
    body: { discovery_oauth_token: text, ...verifier, ...protection },
    data: { ...discovery, ...{ intermediate_session_token: 'string' } },
    async act({ client, tab, identityProviders }) {
      await client.oauth.google.discovery.start({ discovery_redirect_url: page })
      const landed = new URL(await identityProviders.follow(tab.href(), { account: 'ada-acme' }))
      tab.navigate(landed.href)
      const discovery_oauth_token = landed.searchParams.get('token') ?? ''
      await client.oauth.discovery.authenticate({ discovery_oauth_token })
    },
  },
  b2bOAuthGoogleOneTapStart: {
    body: null,
    data: { ...ok, google_client_id: 'string', nonce: 'string', script_url: 'string', fedcm_config_url: 'string' },
    act: startOneTap,
  },
  b2bOAuthGoogleOneTapSubmit: {
    body: { id_token: text, organization_id: text, login_redirect_url: page, signup_redirect_url: page, ...challenge },
    data: { ...ok, redirect_url: 'string' },
    async act(kit) {
      const { organization_id } = kit.acme
      const body = { organization_id, login_redirect_url: page, signup_redirect_url: page }
      await clientInternals(kit.client).request(b2bOAuthGoogleOneTapSubmit, { ...(await oneTapAnswer(kit)), ...body })
    },
  },
  b2bOAuthGoogleOneTapDiscoverySubmit: {
    body: { id_token: text, discovery_redirect_url: page, ...challenge },
    data: { ...ok, redirect_url: 'string' },
    async act(kit) {
      const body = { discovery_redirect_url: page }
      await clientInternals(kit.client).request(b2bOAuthGoogleOneTapDiscoverySubmit, {
        ...(await oneTapAnswer(kit)),
        ...body,
      })
    },
  },

  b2bSelfGet: {
    body: null,
    data: { ...ok, member },
    async act(kit) {
      await signIn(kit)
      await kit.client.self.get()
    },
  },
  b2bSelfUpdate: {
    body: { name: 'Ada King', untrusted_metadata: { theme: 'dark' } },
    data: memberChange,
    async act(kit) {
      await signIn(kit)
      await kit.client.self.update({ name: 'Ada King', untrusted_metadata: { theme: 'dark' } })
    },
  },

  b2bSelfUnlinkRetiredEmail: {
    body: { email_address },
    data: memberChange,
    async act(kit) {
      await signIn(kit)
      const { organization, self } = kit.client
      await organization.members.update({
        ...{ member_id: adaOf(kit), email_address: 'lovelace@acme.test', preserve_existing_sessions: true },
      })
      await self.unlinkRetiredEmail({ email_address })
    },
  },

  b2bSelfDeleteMfaPhoneNumber: {
    body: null,
    data: memberChange,
    async act(kit) {
      await signIn(kit)
      await kit.client.self.update({ mfa_phone_number })
      await kit.client.self.deleteMFAPhoneNumber()
    },
  },

  b2bSelfDeleteTotp: {
    body: null,
    data: memberChange,
    async act(kit) {
      await addAuthenticator(kit, adaOf(kit))
      await signIn(kit)
      await kit.client.self.deleteMFATOTP()
    },
  },

  b2bSelfStartEmailUpdate: {
    body: { email_address: invitee, login_redirect_url: page, locale },
    data: memberChange,
    async act(kit) {
      await signIn(kit)
      await kit.client.self.startEmailUpdate({ email_address: invitee, login_redirect_url: page, locale })
    },
  },

  b2bOrganizationGet: {
    body: null,
    data: { ...ok, organization },
    async act(kit) {
      await signIn(kit)
      await kit.client.organization.get()
    },
  },
  b2bOrganizationGetBySlug: {
    body: { organization_slug: 'acme' },
    data: { ...ok, organization: publicOrganization },
    act: ({ client }) => client.organization.getBySlug({ organization_slug: 'acme' }),
  },
  b2bOrganizationUpdate: {
    body: { organization_name: 'Acme Corporation', email_invites: 'NOT_ALLOWED' },
    data: { ...ok, organization },
    async act(kit) {
      await signIn(kit)
      await kit.client.organization.update({ organization_name: 'Acme Corporation', email_invites: 'NOT_ALLOWED' })
    },
  },
  b2bOrganizationDelete: {
    body: null,
    data: { ...ok, organization_id: 'string' },
    async act(kit) {
      await signIn(kit)
      await kit.client.organization.delete()
    },
  },

  b2bOrganizationMembersCreate: {
    body: {
      ...{ email_address: invitee, name: 'Dorothy', untrusted_metadata: { theme: 'dark' }, is_breakglass: true },
      ...{ create_member_as_pending: true, roles: ['latchkey_admin'] },
    },
    data: memberChange,
    async act(kit) {
      await signIn(kit)
      await kit.client.organization.members.create({
        ...{ email_address: invitee, name: 'Dorothy', untrusted_metadata: { theme: 'dark' }, is_breakglass: true },
        ...{ create_member_as_pending: true, roles: ['latchkey_admin'] },
      })
    },
  },
  b2bOrganizationMembersSearch: {
    body: { query: { operator: 'AND', operands: [{ filter_name: 'statuses', filter_value: ['active'] }] }, limit: 1 },
    data: {
      ...{ ...ok, members: [member], results_metadata: { total: 'number', 'next_cursor?': 'string' } },
      organizations: 'object',
    },
    async act(kit) {
      await signIn(kit)
      await kit.client.organization.members.search({
        query: { operator: 'AND', operands: [{ filter_name: 'statuses', filter_value: ['active'] }] },
        limit: 1,
      })
    },
  },
  b2bOrganizationMembersUpdate: {
    body: { name: 'Grace', roles: ['latchkey_admin'], preserve_existing_sessions: true },
    data: memberChange,
    async act(kit) {
      await signIn(kit)
      await kit.client.organization.members.update({
        ...{ member_id: graceOf(kit), name: 'Grace', roles: ['latchkey_admin'], preserve_existing_sessions: true },
      })
    },
  },
  b2bOrganizationMembersDelete: {
    body: null,
    data: deletedMember,
    async act(kit) {
      await signIn(kit)
      await kit.client.organization.members.delete(graceOf(kit))
    },
  },
  b2bOrganizationMembersReactivate: {
    body: null,
    data: memberChange,
    async act(kit) {
      await signIn(kit)
      await kit.client.organization.members.delete(graceOf(kit))
      await kit.client.organization.members.reactivate(graceOf(kit))
    },
  },
  b2bMembersDeletePassword: {
    body: null,
    data: memberChange,
    async act(kit) {
      await setPassword(kit)
      await signIn(kit)
      await kit.client.self.deletePassword(kit.client.self.getSync()?.member_password_id ?? '')
    },
  },
  b2bOrganizationMembersDeleteMfaPhoneNumber: {
    body: null,
    data: memberChange,
    async act(kit) {
      await signIn(kit)
      const { members } = kit.client.organization
      await members.update({ member_id: graceOf(kit), mfa_phone_number })
      await members.deleteMFAPhoneNumber(graceOf(kit))
    },
  },
  b2bOrganizationMembersDeleteTotp: {
    body: null,
    data: memberChange,
    async act(kit) {
      await addAuthenticator(kit, graceOf(kit))
      await signIn(kit)
      await kit.client.organization.members.deleteMFATOTP(graceOf(kit))
    },
  },
  b2bOrganizationMembersStartEmailUpdate: {
    body: { email_address: invitee, login_redirect_url: page, locale },
    data: memberChange,
    async act(kit) {
      await signIn(kit)
      await kit.client.organization.members.startEmailUpdate({
        ...{ member_id: graceOf(kit), email_address: invitee, login_redirect_url: page, locale },
      })
    },
  },
  b2bOrganizationMembersUnlinkRetiredEmail: {
    body: { email_address: 'grace@acme.test' },
    data: memberChange,
    async act(kit) {
      await signIn(kit)
      const { members } = kit.client.organization
      await members.update({ member_id: graceOf(kit), email_address: 'hopper@acme.test' })
      await members.unlinkRetiredEmail({ member_id: graceOf(kit), email_address: 'grace@acme.test' })
    },
  },

  b2bSessionsAuthenticate: {
    body: halfHour,
    data: memberAuth,
    async act(kit) {
      await signIn(kit)
      await kit.client.session.authenticate(halfHour)
    },
  },
  b2bSessionsRevoke: {
    body: null,
    data: ok,
    async act(kit) {
      await signIn(kit)
      await kit.client.session.revoke()
    },
  },
  b2bSessionsRevokeForMember: {
    body: null,
    data: ok,
    async act(kit) {
      await signIn(kit)
      await kit.client.session.revokeForMember(graceOf(kit))
    },
  },
  b2bSessionsExchange: {
    body: { ...orgId, locale, ...halfHour },
    data: memberAuth,
    async act(kit) {
      await signIn(kit)
      const { organization_id } = kit.globex
      await kit.client.session.exchange({ organization_id, locale, ...halfHour })
    },
  },
  b2bSessionsAttest: {
    body: { ...orgId, profile_id: attestationProfile.id, token: text, ...halfHour },
    data: memberAuth,
    async act({ client, clock, acme: { organization_id } }) {
      const token = attestedToken(clock.now(), { email: email_address, email_verified: true })
      await client.session.attest({ organization_id, profile_id: attestationProfile.id, token, ...halfHour })
    },
  },
  b2bSessionsExchangeAccessToken: {
    body: { access_token: text, ...halfHour },
    data: memberAuth,
    async act(kit) {
      const { client_id, code } = await authorize(kit, ['full_access'])
      const access_token = await redeemCode(kit, client_id, code)
      await kit.client.session.exchangeAccessToken({ access_token, ...halfHour })
    },
  },

  b2bOrganizationConnectedApps: {
    body: null,
    data: { ...ok, connected_apps: [organizationApp] },
    async act(kit) {
      await signIn(kit)
      await connect(kit, graceOf(kit))
      await kit.client.organization.getConnectedApps()
    },
  },
  b2bOrganizationConnectedApp: {
    body: null,
    data: { ...ok, ...organizationApp, active_members: [{ member_id: 'string', granted_scopes: ['string'] }] },
    async act(kit) {
      await signIn(kit)
      await connect(kit, adaOf(kit))
      await kit.client.organization.getConnectedApp('app-1')
    },
  },
  b2bSelfConnectedApps: {
    body: null,
    data: connectedApps,
    async act(kit) {
      await signIn(kit)
      await connect(kit, adaOf(kit))
      await kit.client.self.getConnectedApps()
    },
  },
  b2bSelfRevokeConnectedApp: {
    body: null,
    data: ok,
    async act(kit) {
      await signIn(kit)
      await connect(kit, adaOf(kit))
      await kit.client.self.revokeConnectedApp('app-1')
    },
  },
  b2bOrganizationMembersConnectedApps: {
    body: null,
    data: connectedApps,
    async act(kit) {
      await signIn(kit)
      await connect(kit, graceOf(kit))
      await kit.client.organization.members.getConnectedApps(graceOf(kit))
    },
  },
  b2bOrganizationMembersRevokeConnectedApp: {
    body: null,
    data: ok,
    async act(kit) {
      await signIn(kit)
      await connect(kit, graceOf(kit))
      const options = { member_id: graceOf(kit), connected_app_id: 'app-1' }
      await kit.client.organization.members.revokeConnectedApp(options)
    },
  },

  b2bOAuthAuthorizeStart: {
    body: { ...authorization, client_id: text, scope: 'openid phone', prompt: 'consent' },
    data: { ...memberChange, ...consent },
    async act(kit) {
      const client_id = await createApplication(kit)
      const request = { ...authorization, client_id, scope: 'openid phone', prompt: 'consent' }
      await kit.client.idp.oauthAuthorizeStart(request)
    },
  },
  b2bIdpOAuthAuthorizeStart: {
    body: { ...authorization, client_id: text, scopes: ['openid', 'email'] },
    data: { ...memberChange, ...consentByList },
    async act(kit) {
      const client_id = await createApplication(kit)
      const request = { ...authorization, client_id, scopes: ['openid', 'email'] }
      await clientInternals(kit.client).request(b2bIdpOAuthAuthorizeStart, request)
    },
  },
  b2bIdpOAuthAuthorizeSubmit: {
    body: {
      ...{ ...authorization, client_id: text, scopes: ['openid'], state: 's', consent_granted: true },
      code_challenge: codeChallenge,
    },
    data: { ...ok, redirect_uri: 'string', 'authorization_code?': 'string' },
    act: (kit) => authorize(kit, ['openid']),
  },
  b2bOAuthLogoutStart: {
    body: { client_id: text, post_logout_redirect_uri: redirectUri, state: 's' },
    data: { ...ok, redirect_uri: 'string', consent_required: 'boolean' },
    async act(kit) {
      const client_id = await createApplication(kit)
      const request = { client_id, post_logout_redirect_uri: redirectUri, state: 's' }
      await kit.client.idp.oauthLogoutStart(request)
    },
  },

  b2bImpersonationAuthenticate: {
    body: { impersonation_token: text, ...protection },
    data: memberAuth,
    async act(kit) {
      const { administration, project } = kit
      const { client, tab } = kit.openBrowser()
      const { impersonation_token } = await administration.call(adminEndpoints.adminImpersonationTokensCreate, {
        ...{ project, request: { user_id: graceOf(kit), impersonator: 'ops' } },
      })
      tab.press()
      await client.impersonation.authenticate({ impersonation_token })
    },
  },
  b2bSsoAuthenticate: {
    body: { sso_token: text, ...verifier, ...halfHour, ...protection, locale },
    data: memberAuth,
    async act(kit) {
      const connection_id = await connectOkta(kit)
      const { client, tab, enterprise } = kit
      await client.session.revoke()
      await client.sso.start({ connection_id, login_redirect_url: page, signup_redirect_url: page })
      const landed = new URL(await enterprise.follow(tab.href(), { person: { email: 'new@outside.example' } }))
      tab.navigate(landed.href)
      const sso_token = landed.searchParams.get('token') ?? ''
      await client.sso.authenticate({ sso_token, locale, ...halfHour })
    },
  },
  b2bSsoStartTest: {
    body: null,
    data: { ...ok, test_id: 'string', test_url: 'string', expires_at: 'time' },
    act: async (kit) => void (await kit.client.sso.startTest(await connectOkta(kit))),
  },
  b2bSsoGetTest: {
    body: null,
    data: { ...ok, status: 'string', result: 'object|null' },
    async act(kit) {
      const connection_id = await connectOkta(kit)
      const { test_id } = await kit.client.sso.startTest(connection_id)
      await kit.client.sso.getTest({ connection_id, test_id })
    },
  },
  b2bSsoGetConnections: {
    body: null,
    data: connections,
    async act(kit) {
      await signIn(kit)
      await createSaml(kit)
      await kit.client.sso.oidc.createConnection()
      await kit.client.sso.getConnections()
    },
  },
  b2bSsoDiscoverConnections: {
    body: null,
    data: { ...ok, connections: organization.sso_active_connections },
    act: ({ client }) => client.sso.discoverConnections(email_address),
  },
  b2bSsoDeleteConnection: {
    body: null,
    data: { ...ok, connection_id: 'string' },
    async act(kit) {
      await signIn(kit)
      await kit.client.sso.deleteConnection((await createSaml(kit)).connection_id)
    },
  },
  b2bSsoSamlCreate: {
    body: { display_name: 'Okta', identity_provider: 'okta' },
    data: { ...ok, connection: samlConnection },
    async act(kit) {
      await signIn(kit)
      await kit.client.sso.saml.createConnection({ display_name: 'Okta', identity_provider: 'okta' })
    },
  },
  b2bSsoSamlUpdate: {
    body: { x509_certificate: certificates[1] },
    data: { ...ok, connection: samlConnection },
    async act(kit) {
      await signIn(kit)
      await createSaml(kit)
    },
  },
  b2bSsoSamlUpdateByUrl: {
    body: { metadata_url: text },
    data: { ...ok, connection: samlConnection },
    async act(kit) {
      await signIn(kit)
      const { connection_id } = (await kit.client.sso.saml.createConnection()).connection
      const { metadataUrl: metadata_url } = kit.enterprise.addresses('okta').saml
      await kit.client.sso.saml.updateConnectionByURL({ connection_id, metadata_url })
    },
  },
  b2bSsoSamlDeleteVerificationCertificate: {
    body: null,
    data: { ...ok, certificate_id: 'string' },
    async act(kit) {
      await signIn(kit)
      const { connection_id, verification_certificates } = await createSaml(kit)
      const certificate_id = verification_certificates[0]?.certificate_id ?? ''
      await kit.client.sso.saml.deleteVerificationCertificate({ connection_id, certificate_id })
    },
  },
  b2bSsoOidcCreate: {
    body: { display_name: 'Entra' },
    data: { ...ok, connection: oidcConnection, 'warning?': 'string' },
    async act(kit) {
      await signIn(kit)
      await kit.client.sso.oidc.createConnection({ display_name: 'Entra' })
    },
  },
  b2bSsoOidcUpdate: {
    body: { client_id: 'latchkey', client_secret: 'a-secret-of-acme', token_url: 'https://idp.acme.test/token' },
    data: { ...ok, connection: oidcConnection, 'warning?': 'string' },
    async act(kit) {
      await signIn(kit)
      const { connection_id } = (await kit.client.sso.oidc.createConnection()).connection
      await kit.client.sso.oidc.updateConnection({
        ...{ connection_id, client_id: 'latchkey', client_secret: 'a-secret-of-acme' },
        token_url: 'https://idp.acme.test/token',
      })
    },
  },
  b2bSsoExternalCreate: {
    body: { external_organization_id: text, external_connection_id: text, display_name: 'Globex' },
    data: { ...ok, connection: externalConnection },
    act: async (kit) => void (await createExternal(kit)),
  },
  b2bSsoExternalUpdate: {
    body: { display_name: 'Globex 2' },
    data: { ...ok, connection: externalConnection },
    async act(kit) {
      const connection_id = await createExternal(kit)
      await kit.client.sso.external.updateConnection({ connection_id, display_name: 'Globex 2' })
    },
  },
}

const names = Object.keys(rows) as Business[]
const others: readonly string[] = ['b2bOAuthAuthorize'] satisfies FormPost[]

describe('the table of the wire of business projects', () => {
  it('has a row for every business endpoint that the provider serves', () => {
    const served = servedEndpoints().filter((name) => name.startsWith('b2b') && !others.includes(name))
    expect([...names].sort()).toEqual(served.sort())
  })
})

openOnBothEngines(createBusinessTestkit, 'the wire of business projects', (open, engine, it) => {
  it.each(casesOn(engine, names))('carries %s as in the table, without a user [B-SELF-11]', async (endpointName) => {
    const row = rows[endpointName]
    if (!row) throw new Error(`${endpointName} has no row`)
    await expectExchange(await open(project), endpointName, row)
  })
})
