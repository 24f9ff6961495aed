import type { Page } from 'playwright-core'
import { messagesTo } from '../provider.ts'
import { newEmail } from './widget-page.ts'

/** A credential of an authenticator, as the browser's debugger shows it. */
export interface KeptPasskey {
  credentialId: string
  userName: string
  userDisplayName: string
}

/** A virtual authenticator of the browser. */
export interface Device {
  passkeys(): Promise<KeptPasskey[]>
  /** Whether user verification succeeds. */
  setUserVerified(isUserVerified: boolean): Promise<void>
  /** Whether it responds automatically. Otherwise it waits. */
  answer(isAtOnce: boolean): Promise<void>
}

export async function plugIn(page: Page, isPresent = true): Promise<Device> {
  const debug = await page.context().newCDPSession(page)
  await debug.send('WebAuthn.enable', { enableUI: false })
  const { authenticatorId } = await debug.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: isPresent,
    },
  })
  return {
    async passkeys() {
      const { credentials } = await debug.send('WebAuthn.getCredentials', { authenticatorId })
      return credentials.map(({ credentialId, userName = '', userDisplayName = '' }) => ({
        credentialId,
        userName,
        userDisplayName,
      }))
    },
    setUserVerified: async (isUserVerified) => {
      await debug.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })
    },
    answer: async (enabled) => {
      await debug.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled })
    },
  }
}

/** The code of a message that was sent since. A notice, such as of a new passkey, can arrive after it. */
async function newCode(provider: string, to: string, earlier: ReadonlySet<string>): Promise<string> {
  for (;;) {
    const messages = await messagesTo(provider, to)
    const [code] = messages.find(({ id, codes }) => !earlier.has(id) && codes.length > 0)?.codes ?? []
    if (code) return code
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
}

/** Signs a user in without a screen, by default a new one, and returns the address. */
export async function signInQuietly(provider: string, page: Page, email: string = newEmail()): Promise<string> {
  const earlier = new Set((await messagesTo(provider, email)).map(({ id }) => id))
  const method = await page.evaluate((to) => app.client.otps.email.loginOrCreate(to).then((r) => r.method_id), email)
  const code = await newCode(provider, email, earlier)
  await page.evaluate(
    ([code = '', id = '']) =>
      app.client.otps.authenticate(code, id, { session_duration_minutes: 30 }).then(() => undefined),
    [code, method],
  )
  return email
}

/** Creates a passkey for the signed-in user without a screen and returns its id. */
export function registerQuietly(page: Page): Promise<string> {
  return page.evaluate(() =>
    app.client.webauthn.register({ is_passkey: true }).then((answer) => answer.webauthn_registration_id),
  )
}

/** Records the credential calls of the page from now on: the kind of each, and its outcome. */
export async function watchCeremonies(page: Page): Promise<() => Promise<Ceremony[]>> {
  await page.evaluate(() => {
    const ceremonies: Ceremony[] = []
    Object.assign(globalThis, { ceremonies })
    const { credentials } = navigator
    for (const name of ['get', 'create'] as const) {
      const native = credentials[name].bind(credentials) as (options: CredentialRequestOptions) => Promise<unknown>
      Object.assign(credentials, {
        [name](options: CredentialRequestOptions) {
          const ceremony: Ceremony = {
            name,
            isConditional: options.mediation === 'conditional',
            challenge: String(new Uint8Array(options.publicKey?.challenge as ArrayBuffer)),
            end: 'open',
          }
          ceremonies.push(ceremony)
          return native(options).then(
            (credential) => {
              ceremony.end = 'answered'
              return credential
            },
            (error: Error) => {
              ceremony.end = error.name
              throw error
            },
          )
        },
      })
    }
  })
  return () => page.evaluate(() => (globalThis as unknown as { ceremonies: Ceremony[] }).ceremonies)
}

export interface Ceremony {
  name: 'get' | 'create'
  isConditional: boolean
  challenge: string
  /** `open`, `answered`, or the name of the error. */
  end: string
}
