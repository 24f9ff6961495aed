import type { OneTapFailureReason, OneTapStart } from '@latchkey/contract'
import type { ClientContext } from '../../context.ts'
import { scriptUrl } from '../../core/script-url.ts'
import type { Pkce } from '../../pkce/pkce.ts'
import { openFrame } from './frame-channel.ts'

export interface OneTapOptions {
  login_redirect_url?: string
  signup_redirect_url?: string
  /** True unless given. */
  cancel_on_tap_outside?: boolean
}

/** `success` says that the page is being left for the one that spends the token. */
export type OneTapResult =
  | { readonly success: true }
  | { readonly success: false; readonly reason: OneTapFailureReason; readonly cause?: unknown }

export type OneTapContext = Pick<
  ClientContext,
  'api' | 'bootstrap' | 'endings' | 'platform' | 'publicToken' | 'scripts' | 'storage'
>

/** As much of Google's sign-in script as is used. */
interface GoogleId {
  initialize(settings: object): void
  prompt(listener: (moment: GoogleMoment) => void): void
  cancel(): void
}

interface GoogleMoment {
  isSkippedMoment?(): boolean
  isDismissedMoment?(): boolean
  getDismissedReason?(): string
}

/** Asks the frame which client this is, Google who the person is, and the frame where to go with that. */
export async function promptOneTap(ctx: OneTapContext, pkce: Pkce, options: OneTapOptions): Promise<OneTapResult> {
  const { bootstrap, endings, platform, publicToken } = ctx
  let close = (): void => undefined
  try {
    const frame = await openFrame(ctx)
    close = frame.close
    endings.add(close)
    const start = await frame.call('oneTapStart', { publicToken })
    const idToken = await askGoogle(ctx, await loadGoogle(ctx, start.scriptUrl), start, options)
    const { code_challenge } = await pkce.challenge('oauth', (await bootstrap.get()).pkceRequiredForOauth)
    const { redirect_url } = await frame.call('oneTapSubmit', {
      publicToken,
      idToken,
      oauthCallbackID: start.oauthCallbackId,
      ...(options.login_redirect_url && { loginRedirectURL: options.login_redirect_url }),
      ...(options.signup_redirect_url && { signupRedirectURL: options.signup_redirect_url }),
      ...(code_challenge && { codeChallenge: code_challenge }),
    })
    platform.location.href = new URL(redirect_url).href
    return { success: true }
  } catch (cause) {
    const { name } = cause as Error
    const reason = name === 'oauth_config_not_found' || name === 'user_cancel' ? name : 'unknown_reason'
    return { success: false, reason, cause }
  } finally {
    close()
    endings.delete(close)
  }
}

async function loadGoogle(ctx: OneTapContext, url: string): Promise<GoogleId> {
  const find = (): GoogleId | undefined => (ctx.platform.google as { accounts?: { id?: GoogleId } })?.accounts?.id
  const page = ctx.platform.document as Document
  const known = find()
  if (known) return known
  await new Promise((resolve, reject) => {
    const script = page.createElement('script')
    script.src = scriptUrl(ctx, url) as string
    script.onload = resolve
    script.onerror = () => reject(new Error('The script of One Tap cannot be loaded.'))
    page.body.append(script)
  })
  const id = find()
  if (!id) throw new Error('The script of One Tap is not what it should be.')
  return id
}

function askGoogle(ctx: OneTapContext, google: GoogleId, start: OneTapStart, options: OneTapOptions): Promise<string> {
  const { endings } = ctx
  let end = (): void => undefined
  return new Promise<string>((resolve, reject) => {
    end = () => {
      google.cancel()
      reject(new Error('The client is disposed.'))
    }
    endings.add(end)
    google.initialize({
      client_id: start.googleClientId,
      // An id token that was asked for elsewhere is of no use here.
      nonce: start.csrfToken,
      cancel_on_tap_outside: options.cancel_on_tap_outside,
      use_fedcm_for_prompt: true,
      callback: ({ credential }: { credential: string }) => resolve(credential),
    })
    google.prompt((moment) => {
      // With FedCM the browser says no more than that.
      const isDismissed = moment.isDismissedMoment?.() && moment.getDismissedReason?.() !== 'credential_returned'
      if (isDismissed || moment.isSkippedMoment?.()) reject(Object.assign(new Error(), { name: 'user_cancel' }))
    })
  }).finally(() => endings.delete(end))
}
