import type { OtpMethod } from '@latchkey/contract'
import type { ProviderConnection } from '../playground-client.ts'
import type { Settings } from '../settings/settings.ts'
import { clientLines, hasLanding, here, lines } from './snippet-parts.ts'

/** The calls of the client for screens of your own, by method. */
export function headlessSnippet(settings: Settings, connection: ProviderConnection): string {
  const isLogin = settings.widget === 'login'
  const [first = '', ...rest] = clientLines(connection)
  return lines(
    `import { createClient } from '@latchkey/client'`,
    ...(settings.widget === 'consent' ? [`import { createIdentityProviderFlow } from '@latchkey/widgets'`] : []),
    '',
    `export ${first}`,
    ...rest,
    ...(settings.widget === 'consent' ? [] : [`const session_duration_minutes = ${settings.sessionMinutes}`]),
    ...(usesLanding(settings) ? [`const ${here} = location.origin + location.pathname`] : []),
    ...(isLogin ? loginCalls(settings) : otherCalls(settings)),
    '',
    '/** Calls back at once and whenever the user signs in or out, in any tab. */',
    'export function watchSession(show: (isSignedIn: boolean) => void) {',
    '  show(client.session.getSync() !== null)',
    '  return client.onStateChange(({ session }) => show(session !== null))',
    '}',
    '',
    'export function signOut() {',
    '  return client.session.revoke()',
    '}',
  )
}

function usesLanding(settings: Settings): boolean {
  return settings.widget === 'reset' || (settings.widget === 'login' && hasLanding(settings))
}

function loginCalls(settings: Settings): string[] {
  const { products, methods, providers } = settings
  return [
    ...(products.includes('emailMagicLinks') ? magicLinkCalls : []),
    ...(products.includes('otp') ? methods.flatMap(passcodeCalls) : []),
    ...(products.includes('passwords') ? [...passwordCalls, ...resetCalls] : []),
    ...(products.includes('oauth') && providers.length > 0 ? oauthCalls(providers) : []),
    ...(products.includes('passkeys') ? passkeySignIn : []),
    ...(products.includes('crypto') ? walletCalls : []),
    ...(hasLanding(settings) ? landingCalls : []),
  ]
}

function otherCalls({ widget }: Settings): string[] {
  if (widget === 'reset') return resetCalls
  return widget === 'passkeys' ? passkeyCalls : consentCalls
}

const magicLinkCalls = [
  '',
  '/** The link opens this page, which calls `redeemLanding`. */',
  'export function sendMagicLink(email: string) {',
  `  const urls = { login_magic_link_url: ${here}, signup_magic_link_url: ${here} }`,
  '  return client.magicLinks.email.loginOrCreate(email, urls)',
  '}',
]

const channelNames: Readonly<Record<OtpMethod, readonly [name: string, address: string]>> = {
  email: ['Email', 'email'],
  sms: ['Sms', 'phoneNumber'],
  whatsapp: ['Whatsapp', 'phoneNumber'],
}

function passcodeCalls(method: OtpMethod): string[] {
  const [name, address] = channelNames[method]
  return [
    '',
    '/** Resolves to a function that signs in with the code. */',
    `export async function send${name}Passcode(${address}: string) {`,
    `  const { method_id } = await client.otps.${method}.loginOrCreate(${address})`,
    '  return (code: string) => client.otps.authenticate(code, method_id, { session_duration_minutes })',
    '}',
  ]
}

const passwordCalls = [
  '',
  'export function signUp(email: string, password: string) {',
  '  return client.passwords.create({ email, password, session_duration_minutes })',
  '}',
  '',
  'export function signIn(email: string, password: string) {',
  '  return client.passwords.authenticate({ email, password, session_duration_minutes })',
  '}',
]

const resetCalls = [
  '',
  'export function sendResetEmail(email: string) {',
  `  const urls = { login_redirect_url: ${here}, reset_password_redirect_url: ${here} }`,
  '  return client.passwords.resetByEmailStart({ email, ...urls })',
  '}',
  '',
  '/** The token of the link, or null if no reset email led to this page. */',
  'export function readResetToken() {',
  '  const landing = client.parseAuthenticateUrl()',
  `  return landing?.tokenType === 'reset_password' ? landing.token : null`,
  '}',
  '',
  'export function resetPassword(token: string, password: string) {',
  '  return client.passwords.resetByEmail({ token, password, session_duration_minutes })',
  '}',
]

function oauthCalls(providers: readonly string[]): string[] {
  return [
    '',
    '/** Leaves the page. The identity provider returns to it, and it calls `redeemLanding`. */',
    `export function continueWith(provider: ${providers.map((name) => `'${name}'`).join(' | ')}) {`,
    `  return client.oauth[provider].start({ login_redirect_url: ${here}, signup_redirect_url: ${here} })`,
    '}',
  ]
}

const passkeySignIn = [
  '',
  '/** Call it in the handler of a button. */',
  'export function signInWithPasskey() {',
  '  return client.webauthn.authenticate({ is_passkey: true, session_duration_minutes })',
  '}',
]

const passkeyCalls = [
  ...passkeySignIn,
  '',
  '/** Adds a passkey to the signed-in user. */',
  'export function addPasskey() {',
  '  return client.webauthn.register({ is_passkey: true, session_duration_minutes })',
  '}',
  '',
  'export function listPasskeys() {',
  '  return client.user.getSync()?.webauthn_registrations ?? []',
  '}',
  '',
  'export function deletePasskey(id: string) {',
  '  return client.user.deleteWebauthnRegistration(id)',
  '}',
]

const walletCalls = [
  '',
  '/** The object of a wallet extension (EIP-1193). */',
  'interface EthereumWallet {',
  '  request(call: { method: string; params?: unknown[] }): Promise<unknown>',
  '}',
  '',
  'export async function signInWithEthereum(ethereum: EthereumWallet) {',
  `  const [address] = (await ethereum.request({ method: 'eth_requestAccounts' })) as [string]`,
  `  const wallet = { crypto_wallet_address: address, crypto_wallet_type: 'ethereum' } as const`,
  '  const { challenge } = await client.cryptoWallets.authenticateStart(wallet)',
  `  const signature = (await ethereum.request({ method: 'personal_sign', params: [challenge, address] })) as string`,
  '  return client.cryptoWallets.authenticate({ ...wallet, challenge, signature, session_duration_minutes })',
  '}',
]

const landingCalls = [
  '',
  '/** Call it once when the page opens. Resolves to null if the URL has no token. */',
  'export function redeemLanding() {',
  '  return client.authenticateByUrl({ session_duration_minutes })',
  '}',
]

const consentCalls = [
  '',
  'export const flow = createIdentityProviderFlow(client)',
  '',
  '/** The logic of the consent screen: render the state, and send the decision of the user as an event. */',
  'export function watchConsent(render: (state: ReturnType<typeof flow.getState>) => void) {',
  '  flow.subscribe(() => render(flow.getState()))',
  '  return flow.start()',
  '}',
]
