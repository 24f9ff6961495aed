import type { Client, ParsedAuthenticateUrl } from '@latchkey/client'
import { clientInternals } from '@latchkey/client/internal'
import type { OAuthProvider } from '@latchkey/contract'
import type { LoginPlan, Tab } from '../../config/login.config.ts'
import { createConfirmation } from '../../widget/confirmation.ts'
import { runCall } from '../../widget/run-call.ts'
import type { LoginMethod, LoginRunners } from '../login-method.ts'
import type { Landing, LandingEvent, LandingRemedy, PendingSignIn } from './landing.flow.ts'
import { startLanding } from './landing.flow.ts'
import { LandingView } from './landing.view.tsx'
import { landingLoginFlow } from './landing-login.flow.ts'

export interface StartedLanding {
  readonly method: LoginMethod
  readonly state: Landing
}

/** The landing in the page's URL; undefined without one, or if the token is for another widget. */
export function readLanding(
  client: Client,
  plan: Pick<LoginPlan, 'tabs' | 'oauth' | 'passwordless'>,
  pending: PendingSignIn | null,
  calls: number,
): StartedLanding | undefined {
  const parsed = client.parseAuthenticateUrl()
  if (!parsed?.handled) return undefined
  return {
    method: {
      views: { landing: LandingView },
      runners: landingRunners(client, parsed, !pending),
      flow: landingLoginFlow,
    },
    state: startLanding(fallbackOf(parsed.tokenType, plan, pending), calls),
  }
}

/**
 * The first call removes the token from the URL, so that the URL is kept here for another try. `isUnexpected`: no
 * sign-in of this browser is pending.
 */
function landingRunners(
  client: Client,
  { token, tokenType }: ParsedAuthenticateUrl,
  isUnexpected: boolean,
): LoginRunners {
  const { forgetLanding, platform } = clientInternals(client)
  const { href } = platform.location
  let hasStarted = false
  const confirmation = createConfirmation(async (token) => (await client.magicLinks.inspect(token)).email)
  return {
    authenticate_landing({ call }, { plan, reportError, beginSignIn }, settle) {
      beginSignIn()
      runCall<LandingEvent & { readonly call: number }>(
        { reportError, send: settle, call, refused: 'landing_refused' },
        async () => {
          const options = { session_duration_minutes: plan.sessionDurationMinutes }
          // At first from the page's URL: what the host page has taken from there must not be redeemed twice.
          const from = hasStarted ? href : undefined
          hasStarted = true
          try {
            const signedIn = await client.authenticateByUrl(options, from)
            return { type: signedIn ? 'landing_accepted' : 'landing_absent', call }
          } catch (error) {
            // From here on only the button of this widget redeems it: "Start over", or a click on another part of the
            // page, declines it.
            forgetLanding()
            try {
              const account = await confirmation.ask(error, tokenType === 'impersonation' ? '' : token)
              return { type: 'landing_unconfirmed', call, account }
            } catch (refusal) {
              // The link was opened again, and the user is still signed in.
              const isUsed = Object(refusal).error_type === 'unable_to_auth_magic_link'
              if (!isUsed || !isUnexpected || !client.session.getSync()) throw refusal
              return { type: 'landing_accepted', call }
            }
          }
        },
      )
    },
  }
}

/** A new link if the address is remembered and such links are configured; another try if the provider is. */
export function fallbackOf(
  tokenType: string,
  { tabs, oauth, passwordless }: Pick<LoginPlan, 'tabs' | 'oauth' | 'passwordless'>,
  pending: PendingSignIn | null,
): LandingRemedy | null {
  if (tokenType === 'oauth') {
    const provider = oauth.providers.find(({ type }) => type === pending?.method)?.type as OAuthProvider | undefined
    return provider ? { type: 'start_oauth', provider } : null
  }
  const tab: Tab | undefined = tabs.find((name) => name.startsWith('email_'))
  const email = pending?.email
  if (!email || !tab) return null
  if (tokenType === 'magic_links') return passwordless === 'magic_link' ? { type: 'send_magic_link', email, tab } : null
  return tokenType === 'login' && tab === 'email_password' ? { type: 'send_reset_email', email, tab } : null
}
