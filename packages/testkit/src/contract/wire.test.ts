import { randomUUID } from 'node:crypto'
import { clientInternals } from '@latchkey/client/internal'
import {
  type Endpoint,
  idpOAuthAuthorizeStart,
  idpOAuthAuthorizeSubmit,
  type Ok,
  oauthAttach,
} from '@latchkey/contract'
import { adminEndpoints } from '@latchkey/contract/admin'
import type { EndpointName } from '@latchkey/contract/endpoints'
import { createAdministration, createVault, type Storage } from '@latchkey/server'
import { createRandom } from '@latchkey/server/node'
import { casesOn } from '@latchkey/server/testing'
import { createAuthenticator } from '@latchkey/testkit/authenticator'
import { createEthereumWallet } from '@latchkey/testkit/wallets'
import { describe, expect, it } from 'vitest'
import type { Page, Testkit, TestkitOptions } from '../index.ts'
import { ada, bob, halfHour, onBothEngines, signInByCode } from './contract.suite.ts'
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
import { attestationProfile, attestedToken } from './trusted-issuer.suite.ts'
import {
  auth,
  bootstrap,
  cryptoWallets,
  differences,
  emails,
  expectExchange,
  ok,
  origin,
  passkey,
  phoneNumbers,
  protectedProject,
  protection,
  servedEndpoints,
  strength,
  text,
  user,
  type WireRow,
} from './wire.suite.ts'

/** A form post instead of a call, with a separate test. */
const formPosts = ['oauthAuthorize'] as const satisfies EndpointName[]
type FormPost = (typeof formPosts)[number]
/** They have a table of their own. */
type Business = Extract<EndpointName, `b2b${string}`>

type Row = WireRow<Testkit, TestkitOptions>

const phone = '+12025550123'
const page = 'https://app.example.com/'
const password = 'a kettle of seven herrings'
const other = 'nine umbrellas in the attic'
const challenge = { code_challenge: expect.stringMatching(/^[\w-]{43}$/) }
const verifier = { code_verifier: expect.stringMatching(/^[\w-]{43,128}$/) }
const template = { kind: 'magic_link', createdAt: 0, updatedAt: 0 } as const

/** Signs in, adds a registration of this kind and returns its id. */
async function addRegistration(
  kit: Testkit,
  kind: Parameters<Storage['accounts']['addRegistration']>[0]['kind'],
): Promise<string> {
  await signInByCode(kit)
  const id = `${kind}-${randomUUID()}`
  await kit.storage.accounts.addRegistration({
    ...{ projectId: kit.project.id, organizationId: null, id },
    ...{ accountId: kit.client.user.getSync()?.user_id ?? '', kind, uniqueKey: id },
    ...{ verified: true, details: {}, createdAt: kit.clock.now(), verifiedAt: kit.clock.now() },
  })
  return id
}

async function connect(kit: Testkit): Promise<string> {
  await signInByCode(kit)
  const accountId = kit.client.user.getSync()?.user_id ?? ''
  await kit.storage.connectedApps.grant({
    ...{ projectId: kit.project.id, accountId, id: 'connected-app-test-1', name: 'Calendar', description: 'Plans' },
    ...{ clientType: 'third_party', logoUrl: page, scopes: ['openid', 'email'], createdAt: 0, updatedAt: 0 },
  })
  return 'connected-app-test-1'
}

/** Installs an authenticator in the browser of a tab. */
function installAuthenticator({ tab }: Page): void {
  const device = createAuthenticator('https://app.example.com')
  const run =
    (act: (options: string) => string) =>
    async (options: object): Promise<never> => {
      const made = JSON.parse(act(JSON.stringify((options as { publicKey: object }).publicKey)))
      return { ...made, toJSON: () => made } as never
    }
  tab.install({
    PublicKeyCredential: {
      parseCreationOptionsFromJSON: (options) => options,
      parseRequestOptionsFromJSON: (options) => options,
    },
    navigator: {
      ...tab.platform.navigator,
      userAgent: 'Tests/1.0',
      credentials: { create: run((text) => device.create(text)), get: run((text) => device.get(text)) },
    },
  })
}

async function registerPasskey(kit: Testkit): Promise<string> {
  installAuthenticator(kit)
  await signInByCode(kit)
  return (await kit.client.webauthn.register({ is_passkey: true, ...halfHour })).webauthn_registration_id
}

async function enroll(kit: Testkit): Promise<string[]> {
  await signInByCode(kit)
  const { secret, recovery_codes } = await kit.client.totps.create({ expiration_minutes: 60 })
  await kit.client.totps.authenticate({ totp_code: kit.totpCode(secret), ...halfHour })
  return recovery_codes
}

const wallet = createEthereumWallet()
const walletOf = { crypto_wallet_address: wallet.address, crypto_wallet_type: wallet.type }
const siwe = { statement: 'Welcome.', uri: 'https://app.example.com' }
const withSiwe: TestkitOptions = { settings: { ...protectedProject.settings, siweRequired: true } }

async function signUpWithPassword({ client }: Testkit): Promise<void> {
  await client.passwords.create({ email: ada, password, ...halfHour })
}

const resetOptions = {
  ...{ email: ada, login_redirect_url: page, reset_password_redirect_url: page, login_expiration_minutes: 60 },
  ...{ reset_password_expiration_minutes: 30, locale: 'en' as const },
}

const trusting: TestkitOptions = {
  settings: {
    ...protectedProject.settings,
    attestationProfiles: [attestationProfile],
  },
}

function administrationOf({ storage, clock }: Testkit): ReturnType<typeof createAdministration> {
  const random = createRandom()
  const vault = createVault([{ id: 'own', key: random.bytes(32) }], random)
  const context = { storage, vault, clock, random, baseUrl: 'https://auth.example.com' }
  return createAdministration(context, { operator: 'tests' })
}

async function impersonationToken(kit: Testkit): Promise<string> {
  const { project, client } = kit
  const request = { user_id: client.user.getSync()?.user_id ?? '', impersonator: 'ops' }
  const call = { project, request }
  const made = await administrationOf(kit).call(adminEndpoints.adminImpersonationTokensCreate, call)
  return made.impersonation_token
}

const consenting: TestkitOptions = { settings: { ...protectedProject.settings, identityProvider } }

/** Signs in, creates a client application and returns its id. */
async function createApplication(kit: Testkit): Promise<string> {
  await signInByCode(kit)
  const request = applicationRequest
  const call = { project: kit.project, request }
  return (await administrationOf(kit).call(adminEndpoints.adminOAuthClientsCreate, call)).oauth_client.client_id
}

/** Sends a call that the client has no method for. */
function send<Body, Data extends Ok>({ client }: Testkit, endpoint: Endpoint<Body, Data>, body: Body): Promise<Data> {
  return clientInternals(client).request(endpoint, body)
}

async function accessToken(kit: Testkit): Promise<string> {
  const client_id = await createApplication(kit)
  const request = { ...authorization, client_id, scopes: ['full_access'], code_challenge: codeChallenge }
  await send(kit, idpOAuthAuthorizeStart, request)
  const { authorization_code = '' } = await send(kit, idpOAuthAuthorizeSubmit, { ...request, consent_granted: true })
  return redeemCode(kit, client_id, authorization_code)
}

const linkOptions = {
  ...{ signup_magic_link_url: page, login_magic_link_url: page, locale: 'en' as const, login_template_id: 'words' },
  ...{ signup_expiration_minutes: 60, login_expiration_minutes: 60, signup_template_id: 'words' },
}
const passcodeOptions = { expiration_minutes: 5, locale: 'en' as const }
const deleted = { ...ok, user_id: 'string', __user: user } as const
const sent = { ...ok, method_id: 'string' } as const

const remove = (
  kind: Parameters<typeof addRegistration>[1],
  call: (kit: Testkit, id: string) => Promise<unknown>,
): Row => ({
  body: null,
  data: deleted,
  act: async (kit) => call(kit, await addRegistration(kit, kind)),
})

/** One row per call of the client. */
const rows: Record<Exclude<EndpointName, FormPost | Business>, Row> = {
  projectsBootstrap: { body: null, data: bootstrap, act: ({ client }) => client.bootstrap.get() },

  usersGet: {
    body: null,
    data: { ...ok, ...user },
    async act(kit) {
      await signInByCode(kit)
      await kit.client.user.get()
    },
  },
  usersUpdate: {
    body: { untrusted_metadata: { theme: 'dark' }, name: { first_name: 'Ada' } },
    data: {
      ...ok,
      user_id: 'string',
      emails,
      phone_numbers: phoneNumbers,
      crypto_wallets: cryptoWallets,
      __user: user,
    },
    async act(kit) {
      await signInByCode(kit)
      await kit.client.user.update({ untrusted_metadata: { theme: 'dark' }, name: { first_name: 'Ada' } })
    },
  },
  usersDeleteEmail: remove('email', ({ client }, id) => client.user.deleteEmail(id)),
  usersDeletePhoneNumber: remove('phone_number', ({ client }, id) => client.user.deletePhoneNumber(id)),
  usersDeleteTotp: remove('totp', ({ client }, id) => client.user.deleteTOTP(id)),
  usersDeleteCryptoWallet: remove('crypto_wallet', ({ client }, id) => client.user.deleteCryptoWallet(id)),
  usersDeleteOAuthRegistration: remove('oauth', ({ client }, id) => client.user.deleteOAuthRegistration(id)),
  usersDeleteWebauthnRegistration: remove('webauthn', ({ client }, id) => client.user.deleteWebauthnRegistration(id)),
  usersDeleteBiometricRegistration: remove('biometric', ({ client }, id) =>
    client.user.deleteBiometricRegistration(id),
  ),
  usersConnectedApps: {
    body: null,
    data: {
      ...ok,
      connected_apps: [
        {
          ...{ connected_app_id: 'string', name: 'string', description: 'string', client_type: 'string' },
          ...{ 'logo_url?': 'string', scopes_granted: 'string' },
        },
      ],
    },
    async act(kit) {
      await connect(kit)
      await kit.client.user.getConnectedApps()
    },
  },
  usersRevokeConnectedApp: {
    body: null,
    data: ok,
    act: async (kit) => kit.client.user.revokeConnectedApp(await connect(kit)),
  },
  usersSearch: {
    body: { email: ada, ...protection },
    data: { ...ok, userType: 'string' },
    act: ({ client }) => client.user.search(ada),
  },

  sessionsAuthenticate: {
    body: {},
    data: auth,
    async act(kit) {
      await signInByCode(kit)
      await kit.client.session.authenticate()
    },
  },
  sessionsRevoke: {
    body: null,
    data: ok,
    async act(kit) {
      await signInByCode(kit)
      await kit.client.session.revoke()
    },
  },
  sessionsAttest: {
    body: { profile_id: attestationProfile.id, token: text, ...halfHour },
    data: auth,
    options: trusting,
    act: ({ client, clock }) =>
      client.session.attest({ profile_id: attestationProfile.id, token: attestedToken(clock.now()), ...halfHour }),
  },

  sessionsExchangeAccessToken: {
    body: { access_token: text, ...halfHour },
    data: auth,
    options: consenting,
    async act(kit) {
      const access_token = await accessToken(kit)
      await kit.openBrowser().client.session.exchangeAccessToken({ access_token, ...halfHour })
    },
  },
  oauthAuthorizeStart: {
    body: { ...authorization, client_id: text, scope: 'openid phone', prompt: 'consent' },
    data: { ...ok, ...consent, user_id: 'string', user },
    options: consenting,
    async act(kit) {
      const client_id = await createApplication(kit)
      await kit.client.idp.oauthAuthorizeStart({
        ...authorization,
        client_id,
        scope: 'openid phone',
        prompt: 'consent',
      })
    },
  },
  idpOAuthAuthorizeStart: {
    body: { ...authorization, client_id: text, scopes: ['openid', 'email'] },
    data: { ...ok, ...consentByList, user_id: 'string', user },
    options: consenting,
    async act(kit) {
      const client_id = await createApplication(kit)
      await send(kit, idpOAuthAuthorizeStart, { ...authorization, client_id, scopes: ['openid', 'email'] })
    },
  },
  idpOAuthAuthorizeSubmit: {
    body: {
      ...{ ...authorization, client_id: text, scopes: ['openid'], state: 's', nonce: 'n', consent_granted: true },
      code_challenge: codeChallenge,
    },
    data: { ...ok, redirect_uri: 'string', 'authorization_code?': 'string' },
    options: consenting,
    async act(kit) {
      const client_id = await createApplication(kit)
      const request = {
        ...authorization,
        client_id,
        scopes: ['openid'],
        state: 's',
        nonce: 'n',
        code_challenge: codeChallenge,
      }
      await send(kit, idpOAuthAuthorizeStart, request)
      await send(kit, idpOAuthAuthorizeSubmit, { ...request, consent_granted: true })
    },
  },
  oauthLogoutStart: {
    body: { client_id: text, post_logout_redirect_uri: redirectUri, state: 's' },
    data: { ...ok, redirect_uri: 'string', consent_required: 'boolean' },
    options: consenting,
    async act(kit) {
      const client_id = await createApplication(kit)
      await kit.client.idp.oauthLogoutStart({ client_id, post_logout_redirect_uri: redirectUri, state: 's' })
    },
  },

  magicLinksEmailLoginOrCreate: {
    body: { email: ada, ...linkOptions, create_user_as_pending: true, ...challenge, ...protection },
    data: ok,
    async act({ client, storage, project }) {
      const words = { en: { subject: 'In', body: 'Follow the link.' } }
      await storage.templates.set({ ...template, projectId: project.id, id: 'words', words })
      await client.magicLinks.email.loginOrCreate(ada, { ...linkOptions, create_user_as_pending: true })
    },
  },
  magicLinksEmailSendPrimary: {
    body: { email: ada, login_magic_link_url: page, ...challenge, ...protection },
    data: ok,
    async act(kit) {
      await signInByCode(kit)
      await kit.client.session.revoke()
      await kit.client.magicLinks.email.send(ada, { login_magic_link_url: page })
    },
  },
  magicLinksEmailSendSecondary: {
    body: { email: bob, login_magic_link_url: page, ...challenge, ...protection },
    data: ok,
    async act(kit) {
      await signInByCode(kit)
      await kit.client.magicLinks.email.send(bob, { login_magic_link_url: page })
    },
  },
  magicLinksAuthenticate: {
    body: { token: text, ...halfHour, ...verifier },
    data: { ...auth, method_id: 'string' },
    async act({ client, inbox }) {
      await client.magicLinks.email.loginOrCreate(ada)
      await client.magicLinks.authenticate(inbox.lastToken(ada), halfHour)
    },
  },
  magicLinksInspect: {
    body: { token: text },
    data: { ...ok, email: 'string' },
    // A link that is bound to its browser cannot be inspected in another.
    options: { settings: { pkceRequired: { emailMagicLinks: false, passwordResets: true, oauth: true, sso: true } } },
    async act({ client, inbox }) {
      await client.magicLinks.email.loginOrCreate(ada)
      await client.magicLinks.inspect(inbox.lastToken(ada))
    },
  },

  otpsSmsLoginOrCreate: {
    body: {
      phone_number: phone,
      ...passcodeOptions,
      enable_autofill: true,
      autofill_session_duration_minutes: 30,
      ...protection,
    },
    data: sent,
    act: ({ client }) =>
      client.otps.sms.loginOrCreate(phone, {
        ...passcodeOptions,
        ...{ enable_autofill: true, autofill_session_duration_minutes: 30 },
      }),
  },
  otpsSmsSendPrimary: {
    body: { phone_number: phone, ...passcodeOptions, ...protection },
    data: sent,
    async act(kit) {
      await signInByPhone(kit)
      await kit.client.session.revoke()
      await kit.client.otps.sms.send(phone, passcodeOptions)
    },
  },
  otpsSmsSendSecondary: {
    body: { phone_number: phone, ...passcodeOptions, ...protection },
    data: sent,
    async act(kit) {
      await signInByCode(kit)
      await kit.client.otps.sms.send(phone, passcodeOptions)
    },
  },
  otpsWhatsappLoginOrCreate: {
    body: { phone_number: phone, ...passcodeOptions, ...protection },
    data: sent,
    act: ({ client }) => client.otps.whatsapp.loginOrCreate(phone, passcodeOptions),
  },
  otpsWhatsappSendPrimary: {
    body: { phone_number: phone, ...passcodeOptions, ...protection },
    data: sent,
    async act(kit) {
      await signInByPhone(kit)
      await kit.client.session.revoke()
      await kit.client.otps.whatsapp.send(phone, passcodeOptions)
    },
  },
  otpsWhatsappSendSecondary: {
    body: { phone_number: phone, ...passcodeOptions, ...protection },
    data: sent,
    async act(kit) {
      await signInByCode(kit)
      await kit.client.otps.whatsapp.send(phone, passcodeOptions)
    },
  },
  otpsEmailLoginOrCreate: {
    body: { email: ada, ...passcodeOptions, login_template_id: 'words', signup_template_id: 'words', ...protection },
    data: sent,
    async act({ client, storage, project }) {
      const words = { en: { subject: 'In', body: 'Your code is {{code}}.' } }
      await storage.templates.set({ ...template, kind: 'passcode', projectId: project.id, id: 'words', words })
      const templates = { login_template_id: 'words', signup_template_id: 'words' }
      await client.otps.email.loginOrCreate(ada, { ...passcodeOptions, ...templates })
    },
  },
  otpsEmailSendPrimary: {
    body: { email: ada, ...passcodeOptions, ...protection },
    data: sent,
    async act(kit) {
      await signInByCode(kit)
      await kit.client.session.revoke()
      await kit.client.otps.email.send(ada, passcodeOptions)
    },
  },
  otpsEmailSendSecondary: {
    body: { email: bob, ...passcodeOptions, ...protection },
    data: sent,
    async act(kit) {
      await signInByCode(kit)
      await kit.client.otps.email.send(bob, passcodeOptions)
    },
  },
  otpsAuthenticate: {
    body: { token: expect.stringMatching(/^\d{6}$/), method_id: text, ...halfHour, ...protection },
    data: { ...auth, method_id: 'string' },
    act: (kit) => signInByCode(kit),
  },

  oauthAttach: {
    body: { provider: 'github' },
    data: { ...ok, oauth_attach_token: 'string' },
    async act(kit) {
      await kit.identityProviders.setUp(kit.project)
      await signInByCode(kit)
      await send(kit, oauthAttach, { provider: 'github' })
    },
  },
  oauthAuthenticate: {
    body: { token: text, ...verifier, ...halfHour },
    data: {
      ...auth,
      ...{
        provider_subject: 'string',
        provider_type: 'string',
        profile_picture_url: 'string|null',
        locale: 'string|null',
      },
      provider_values: {
        ...{ access_token: 'string', id_token: 'string', refresh_token: 'string', scopes: ['string'] },
        expires_at: 'time|null',
      },
    },
    async act({ client, tab, identityProviders }) {
      await client.oauth.google.start({ login_redirect_url: page, signup_redirect_url: page })
      const landed = new URL(await identityProviders.follow(tab.platform.location.href, { account: 'ada' }))
      tab.navigate(landed.href)
      await client.oauth.authenticate(landed.searchParams.get('token') ?? '', halfHour)
    },
  },

  cryptoWalletsAuthenticateStartPrimary: {
    body: { ...walletOf, siwe_params: siwe, ...protection },
    data: { ...ok, challenge: 'string' },
    options: withSiwe,
    act: ({ client }) =>
      client.cryptoWallets.authenticateStart({ ...walletOf, siwe_params: { statement: siwe.statement } }),
  },
  cryptoWalletsAuthenticateStartSecondary: {
    body: { ...walletOf, ...protection },
    data: { ...ok, challenge: 'string' },
    async act(kit) {
      await signInByCode(kit)
      await kit.client.cryptoWallets.authenticateStart(walletOf)
    },
  },
  cryptoWalletsAuthenticate: {
    body: { ...walletOf, signature: text, ...halfHour, ...protection },
    data: auth,
    async act({ client }) {
      const { challenge } = await client.cryptoWallets.authenticateStart(walletOf)
      await client.cryptoWallets.authenticate({ ...walletOf, signature: wallet.sign(challenge), ...halfHour })
    },
  },

  totpsCreate: {
    body: { expiration_minutes: 60 },
    data: {
      ...ok,
      totp_id: 'string',
      secret: 'string',
      qr_code: 'string',
      recovery_codes: ['string'],
      __user: user,
    },
    async act(kit) {
      await signInByCode(kit)
      await kit.client.totps.create({ expiration_minutes: 60 })
    },
  },
  totpsAuthenticate: {
    body: { totp_code: expect.stringMatching(/^\d{6}$/), ...halfHour, ...protection },
    data: { ...auth, totp_id: 'string' },
    act: enroll,
  },
  totpsRecoveryCodes: {
    body: null,
    data: { ...ok, user_id: 'string', totps: [{ totp_id: 'string', verified: 'boolean', recovery_codes: ['string'] }] },
    async act(kit) {
      await enroll(kit)
      await kit.client.totps.recoveryCodes()
    },
  },
  totpsRecover: {
    body: { recovery_code: text, ...halfHour, ...protection },
    data: { ...auth, totp_id: 'string' },
    async act(kit) {
      const [recovery_code = ''] = await enroll(kit)
      await kit.client.totps.recover({ recovery_code, ...halfHour })
    },
  },

  webauthnRegisterStart: {
    body: {
      ...{ domain: 'app.example.com', user_agent: 'Tests/1.0', use_base64_url_encoding: true },
      return_passkey_credential_options: true,
    },
    data: { ...ok, user_id: 'string', public_key_credential_creation_options: 'string' },
    act: registerPasskey,
  },
  webauthnRegister: {
    body: { public_key_credential: text, ...halfHour },
    data: { ...auth, webauthn_registration_id: 'string' },
    act: registerPasskey,
  },
  webauthnAuthenticateStartPrimary: {
    body: { domain: 'app.example.com', return_passkey_credential_options: true },
    data: { ...ok, user_id: 'string', userId: 'string', public_key_credential_request_options: 'string' },
    async act(kit) {
      await registerPasskey(kit)
      await kit.client.session.revoke()
      await kit.client.webauthn.authenticate({ is_passkey: true, ...halfHour })
    },
  },
  webauthnAuthenticateStartSecondary: {
    body: { domain: 'app.example.com' },
    data: { ...ok, user_id: 'string', userId: 'string', public_key_credential_request_options: 'string' },
    async act(kit) {
      await registerPasskey(kit)
      await kit.client.webauthn.authenticate(halfHour)
    },
  },
  webauthnAuthenticate: {
    body: { public_key_credential: text, ...halfHour, ...protection },
    data: { ...auth, webauthn_registration_id: 'string' },
    async act(kit) {
      await registerPasskey(kit)
      await kit.client.webauthn.authenticate(halfHour)
    },
  },
  webauthnUpdate: {
    body: { name: 'Laptop' },
    data: { ...ok, webauthn_registration: passkey },
    async act(kit) {
      const webauthn_registration_id = await registerPasskey(kit)
      await kit.client.webauthn.update({ webauthn_registration_id, name: 'Laptop' })
    },
  },

  passwordsCreate: {
    body: { email: ada, password, ...halfHour, ...protection },
    data: { ...auth, email_id: 'string' },
    act: signUpWithPassword,
  },
  passwordsAuthenticate: {
    body: { email: ada, password, ...halfHour, ...protection },
    data: auth,
    async act(kit) {
      await signUpWithPassword(kit)
      await kit.client.session.revoke()
      await kit.client.passwords.authenticate({ email: ada, password, ...halfHour })
    },
  },
  passwordsEmailResetStart: {
    body: { ...resetOptions, ...challenge, ...protection },
    data: ok,
    async act(kit) {
      await signUpWithPassword(kit)
      await kit.client.passwords.resetByEmailStart(resetOptions)
    },
  },
  passwordsEmailReset: {
    body: { token: text, password: other, ...halfHour, ...verifier, ...protection },
    data: auth,
    async act(kit) {
      await signUpWithPassword(kit)
      await kit.client.passwords.resetByEmailStart(resetOptions)
      const token = kit.inbox.lastToken(ada)
      await kit.client.passwords.resetByEmail({ token, password: other, ...halfHour })
    },
  },
  passwordsExistingPasswordReset: {
    body: { email: ada, existing_password: password, new_password: other, ...halfHour, ...protection },
    data: auth,
    async act(kit) {
      await signUpWithPassword(kit)
      const change = { email: ada, existing_password: password, new_password: other, ...halfHour }
      await kit.client.passwords.resetByExistingPassword(change)
    },
  },
  passwordsSessionReset: {
    body: { password: other, ...halfHour, ...protection },
    data: auth,
    async act(kit) {
      await signUpWithPassword(kit)
      await kit.client.passwords.resetBySession({ password: other, ...halfHour })
    },
  },
  passwordsStrengthCheck: {
    body: { email: ada, password },
    data: strength,
    act: ({ client }) => client.passwords.strengthCheck({ email: ada, password }),
  },

  impersonationAuthenticate: {
    body: { impersonation_token: text, ...protection },
    data: auth,
    async act(kit) {
      await signInByCode(kit)
      const impersonation_token = await impersonationToken(kit)
      const { client, tab } = kit.openBrowser()
      tab.press()
      await client.impersonation.authenticate({ impersonation_token })
    },
  },

  captchaChallenge: {
    body: { site_key: 'site-1', action: 'LOGIN' },
    data: {
      ...{ ...ok, algorithm: 'string', challenge: 'string', salt: 'string', maxnumber: 'number', signature: 'string' },
    },
    options: {
      client: {},
      settings: { captcha: { enabled: true, siteKey: 'site-1', secretSealed: '', difficulty: 1_000 } },
    },
    act: ({ client }) => client.user.search(ada),
  },
  deviceReport: {
    body: {
      device: {
        ...{ user_agent: text, languages: ['en'], timezone: text, screen_width: 1280, screen_height: 720 },
        ...{ pixel_ratio_percent: expect.any(Number), touch_points: expect.any(Number), webdriver: false },
        ...{ cookies_enabled: true, framed: expect.any(Boolean) },
      },
    },
    data: { ...ok, telemetry_id: 'string' },
    options: { client: {}, settings: { dfp: { enabled: true, mode: 'DECISIONING' } } },
    async act({ client, tab }) {
      const navigator = { ...tab.platform.navigator, languages: ['en'], cookieEnabled: true }
      tab.install({ navigator, screen: { width: 1280, height: 720 } })
      await client.user.search(ada)
    },
  },
  events: {
    body: [
      {
        telemetry: expect.objectContaining({ event_id: text, app_session_id: text, persistent_id: text }),
        event: { public_token: text, event_name: 'client_created', details: expect.any(Object) },
      },
    ],
    data: ok,
    isBare: true,
    act: ({ clock }) => clock.advance(800),
  },
}

async function signInByPhone({ client, inbox }: Testkit): Promise<void> {
  const { method_id } = await client.otps.sms.loginOrCreate(phone)
  await client.otps.authenticate(inbox.lastCode(phone), method_id, halfHour)
}

const names = Object.keys(rows) as (keyof typeof rows)[]

describe('the table of the wire', () => {
  it('has a row for every endpoint of the contract that the provider serves', () => {
    const served = servedEndpoints().filter((name) => !name.startsWith('b2b'))
    expect([...names, ...formPosts].sort()).toEqual(served.sort())
  })

  it('detects missing fields, additional fields and other types', () => {
    const wrong = { request_id: 'r', status_code: '200', user: { emails: [{ email: null }] } }
    expect(differences(wrong, { ...ok, user: { emails: [{ email: 'string' }], name: 'string' } })).toEqual([
      'data.status_code is string, not number',
      'data.user.emails[0].email is null, not string',
      'data.user.name is missing',
    ])
    expect(differences({ ...wrong, status_code: 200 }, ok)).toEqual(['data.user is not in the table'])
  })
})

onBothEngines('the wire', (open, engine, it) => {
  it.each(casesOn(engine, names))('carries %s as in the table', async (endpointName) => {
    const row: Row = rows[endpointName]
    await expectExchange(await open({ ...protectedProject, ...row.options }), endpointName, row)
  })

  it.inTurn('carries oauthAuthorize as a form, whose response redirects to the application', async () => {
    const kit = await open({ ...protectedProject, ...consenting })
    const client_id = await createApplication(kit)
    const fields = new URLSearchParams()
    const form = {
      ...{ method: '', action: '', isSent: false },
      append: (input: { name: string; value: string }) => fields.append(input.name, input.value),
      submit: () => {
        form.isSent = true
      },
      remove: () => undefined,
    }
    const createElement = (tag: string): object => (tag === 'form' ? form : {})
    Object.assign(kit.tab.platform.document, { createElement, body: { append: () => undefined } })
    const parameters = {
      ...authorization,
      client_id,
      scope: 'openid',
      code_challenge: codeChallenge,
      state: 's',
      nonce: 'n',
    }
    await kit.client.idp.oauthAuthorizeStart(parameters)
    await kit.client.idp.oauthAuthorizeSubmit({ ...parameters, consent_granted: true })
    const { method, action, isSent } = form
    expect([method, action, isSent]).toEqual(['POST', 'https://auth.example.com/sdk/v1/oauth/authorize', true])
    expect(Object.fromEntries(fields)).toEqual({
      ...parameters,
      ...{ consent_granted: 'true', __Authorization: text, '__X-SDK-Client': text, '__X-SDK-Parent-Host': origin },
    })
    const headers = { origin, accept: 'text/html' }
    const request = new Request(action, { method, headers, body: fields })
    const answer = await kit.provider.fetch(request, { peerAddress: '203.0.113.7' })
    const refresh = /http-equiv="refresh" content="0;url=([^"]+)"/.exec(await answer.text())?.[1] ?? ''
    const { searchParams, origin: to, pathname } = new URL(refresh.replaceAll('&amp;', '&'))
    expect([to + pathname, Object.fromEntries(searchParams)]).toEqual([
      redirectUri,
      { code: text, state: 's', iss: kit.project.issuer },
    ])
  })

  it.inTurn('starts an OAuth sign-in with its query in order', async () => {
    const kit = await open()
    await kit.client.oauth.google.start({
      ...{ oauth_attach_token: 'attach', signup_redirect_url: `${page}up`, login_redirect_url: `${page}in` },
      ...{ provider_params: { login_hint: ada }, custom_scopes: ['calendar', 'mail'] },
    })
    const { pathname, searchParams } = new URL(kit.tab.platform.location.href)
    expect(pathname).toBe('/v1/public/oauth/google/start')
    expect([...searchParams]).toEqual([
      ['public_token', kit.project.publicToken],
      ['code_challenge', expect.stringMatching(/^[\w-]{43}$/)],
      ['custom_scopes', 'calendar mail'],
      ['provider_login_hint', ada],
      ['login_redirect_url', `${page}in`],
      ['signup_redirect_url', `${page}up`],
      ['oauth_attach_token', 'attach'],
    ])
  })
})
