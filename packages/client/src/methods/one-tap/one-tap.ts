import type { OneTapFailureReason } from '@latchkey/contract'
import { oneTapCancelOnTapOutside } from '@latchkey/contract'
import type { ClientContext } from '../../context.ts'
import { validate } from '../../core/validate.ts'
import { createPkce } from '../../pkce/pkce.ts'

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

export interface OneTap {
  /**
   * Shows Google's One Tap prompt. Waits until the person has chosen, or until there is nothing to choose.
   *
   * @example
   * const result = await client.oauth.googleOneTap.start({ login_redirect_url: 'https://app.example.com/in' })
   * if (!result.success && result.reason === 'oauth_config_not_found') hideGoogle()
   */
  start(options?: OneTapOptions): Promise<OneTapResult>
}

export type OneTapContext = Pick<
  ClientContext,
  'api' | 'bootstrap' | 'endings' | 'platform' | 'publicToken' | 'scripts' | 'storage'
>

export function createOneTap(ctx: OneTapContext): OneTap {
  return {
    async start(options) {
      const fields = validate<OneTapOptions>(
        'oauth.googleOneTap.start',
        'login_redirect_url? signup_redirect_url? cancel_on_tap_outside?:boolean',
        options,
      )
      fields.cancel_on_tap_outside ??= oneTapCancelOnTapOutside
      return (await import('./one-tap-prompt.ts')).promptOneTap(ctx, createPkce(ctx), fields)
    },
  }
}
