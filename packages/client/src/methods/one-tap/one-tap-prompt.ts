import type { OneTapFailureReason } from '@latchkey/contract'
import type { ApiError } from '../../core/errors.ts'
import type { Pkce } from '../../pkce/pkce.ts'
import type { GoogleId, GoogleStart, OneTapPlace } from './google.ts'
import { loadGoogle, promptGoogle } from './google.ts'
import type { OneTapContext, OneTapPlacement } from './one-tap-options.ts'

/** Why the prompt was not shown or did not sign the user in. */
export interface OneTapFailure {
  readonly success: false
  readonly reason: OneTapFailureReason
  readonly cause?: unknown
}

/** After `success: true` the browser navigates to the redirect URL, where the token is redeemed. */
export type OneTapResult = { readonly success: true } | OneTapFailure

/** A prepared prompt. */
export interface OneTapPrompt {
  /**
   * Shows the prompt, once. Resolves when the user has chosen an account or dismissed it. `onShown` is called when it
   * is visible.
   */
  render(onShown?: (place: OneTapPlace) => void): Promise<OneTapResult>
  /** Removes the prompt; `render` then resolves to the reason `user_cancel`. */
  cancel(): void
}

/** The prepared prompt, or the reason why it cannot be shown. */
export type OneTapCreation = { readonly success: true; readonly prompt: OneTapPrompt } | OneTapFailure

/** The calls of a prompt to the provider. */
export interface OneTapCalls {
  start(): Promise<GoogleStart>
  /** Exchanges the id token for the landing page, with the token of the sign-in. */
  submit(idToken: string, codeChallenge: string): Promise<{ redirect_url: string }>
  /** Ends what `start` has opened, or is still opening. */
  close(): void
}

/** Prepares a prompt: gets the Google client id and loads Google's script. */
export async function createPrompt(
  ctx: OneTapContext,
  pkce: Pkce,
  calls: OneTapCalls,
  options: OneTapPlacement,
): Promise<OneTapCreation> {
  const { endings, platform } = ctx
  let google: GoogleId | undefined
  let hasEnded = false
  let rejectEnded: (reason: Error) => void = () => undefined
  const ended = new Promise<never>((_, reject) => {
    rejectEnded = reject
  })
  ended.catch(() => undefined)

  function end(reason: Error): void {
    hasEnded = true
    endings.delete(dispose)
    calls.close()
    // Before `cancel`, so that Google's notification about the removed prompt is ignored.
    rejectEnded(reason)
    google?.cancel()
    google = undefined
  }
  const dispose = (): void => end(new Error('The client is disposed.'))
  endings.add(dispose)

  async function submit(idToken: string): Promise<string> {
    const { code_challenge } = await pkce.challenge('oauth', true)
    const { redirect_url } = await calls.submit(idToken, code_challenge as string)
    const { href, protocol } = new URL(redirect_url)
    // Other schemes, such as `javascript:`, would run in this page.
    if (!/^https?:$/.test(protocol)) throw new Error('The redirect URL must be http or https.')
    return href
  }

  /** Runs a step unless the prompt has ended, and rejects when it ends meanwhile. */
  const unlessEnded = <Value>(step: () => Promise<Value>): Promise<Value> =>
    Promise.race([ended, hasEnded ? ended : step()])

  function failure(cause: unknown): OneTapFailure {
    end(cause as Error)
    const name = (cause as Partial<ApiError>).error_type ?? (cause as Error).name
    const reason = name === 'oauth_config_not_found' || name === 'user_cancel' ? name : 'unknown_reason'
    return { success: false, reason, cause }
  }

  try {
    const start = await unlessEnded(calls.start)
    const script = await unlessEnded(() => loadGoogle(ctx, start.scriptUrl))
    const prompt: OneTapPrompt = {
      async render(onShown) {
        try {
          const idToken = await unlessEnded(() => {
            google = script
            return promptGoogle(script, start, options, typeof platform.IdentityCredential === 'function', onShown)
          })
          google = undefined
          const href = await unlessEnded(() => submit(idToken))
          end(new Error('The prompt has ended.'))
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
