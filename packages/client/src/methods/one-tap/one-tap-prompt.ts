import type { OneTapFailureReason, OneTapStart } from '@latchkey/contract'
import type { Pkce } from '../../pkce/pkce.ts'
import type { FrameChannel } from './frame-channel.ts'
import { openFrame } from './frame-channel.ts'
import type { GoogleId, OneTapPlace } from './google.ts'
import { askGoogle, loadGoogle } from './google.ts'
import type { OneTapContext, OneTapOptions } from './one-tap-options.ts'

export interface OneTapFailure {
  readonly success: false
  readonly reason: OneTapFailureReason
  readonly cause?: unknown
}

/** `success` says that the page is being left for the one that spends the token. */
export type OneTapResult = { readonly success: true } | OneTapFailure

export interface OneTapPrompt {
  /**
   * Shows it, once. Waits until the person has chosen, or until there is nothing to choose; tells where it is when it
   * is to be seen.
   */
  render(onShown?: (place: OneTapPlace) => void): Promise<OneTapResult>
  /** Takes it away, whatever it is doing; `render` then answers with `user_cancel`. */
  cancel(): void
}

export type OneTapCreation = { readonly success: true; readonly prompt: OneTapPrompt } | OneTapFailure

/** Asks the frame which client this is; the prompt asks Google who the person is, and the frame where to go with that. */
export async function createPrompt(ctx: OneTapContext, pkce: Pkce, options: OneTapOptions): Promise<OneTapCreation> {
  const { endings, platform, publicToken } = ctx
  let frame: FrameChannel | undefined
  let google: GoogleId | undefined
  let isOver = false
  let leave: (why: Error) => void = () => undefined
  const left = new Promise<never>((_, reject) => {
    leave = reject
  })
  left.catch(() => undefined)

  function end(why: Error): void {
    isOver = true
    endings.delete(dispose)
    frame?.close()
    // First: what Google says of a prompt that was taken away counts for nothing.
    leave(why)
    google?.cancel()
    google = undefined
  }
  const dispose = (): void => end(new Error('The client is disposed.'))
  endings.add(dispose)

  async function prepare(): Promise<OneTapStart> {
    frame = await openFrame(ctx)
    if (isOver) frame.close()
    return frame.call('oneTapStart', { publicToken, redirects: redirectsOf(options) })
  }

  async function submit(start: OneTapStart, idToken: string): Promise<string> {
    const { code_challenge } = await pkce.challenge('oauth', true)
    const answer = await frame?.call('oneTapSubmit', {
      publicToken,
      idToken,
      oauthCallbackID: start.oauthCallbackId,
      ...redirectsOf(options),
      codeChallenge: code_challenge as string,
    })
    const { href, protocol } = new URL(answer?.redirect_url ?? '')
    // Any other would not leave this page, but run in it.
    if (!/^https?:$/.test(protocol)) throw new Error('The address to go to is no page.')
    return href
  }

  /** Nothing goes on behind the back of whoever has ended it. */
  const unlessLeft = <Value>(step: () => Promise<Value>): Promise<Value> => Promise.race([left, isOver ? left : step()])

  function failure(cause: unknown): OneTapFailure {
    end(cause as Error)
    const { name } = cause as Error
    const reason = name === 'oauth_config_not_found' || name === 'user_cancel' ? name : 'unknown_reason'
    return { success: false, reason, cause }
  }

  try {
    const start = await unlessLeft(prepare)
    const script = await unlessLeft(() => loadGoogle(ctx, start.scriptUrl))
    const prompt: OneTapPrompt = {
      async render(onShown) {
        try {
          const idToken = await unlessLeft(() => {
            google = script
            return askGoogle(script, start, options, typeof platform.IdentityCredential === 'function', onShown)
          })
          google = undefined
          const href = await unlessLeft(() => submit(start, idToken))
          end(new Error('The prompt is over.'))
          platform.location.href = href
          return { success: true }
        } catch (cause) {
          return failure(cause)
        }
      },
      cancel: () => end(Object.assign(new Error(), { name: 'user_cancel' })),
    }
    return { success: true, prompt }
  } catch (cause) {
    return failure(cause)
  }
}

function redirectsOf(options: OneTapOptions): { loginRedirectURL?: string; signupRedirectURL?: string } {
  return {
    ...(options.login_redirect_url && { loginRedirectURL: options.login_redirect_url }),
    ...(options.signup_redirect_url && { signupRedirectURL: options.signup_redirect_url }),
  }
}
