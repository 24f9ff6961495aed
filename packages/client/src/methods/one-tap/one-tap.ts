import { oneTapCancelOnTapOutside } from '@latchkey/contract'
import { validate } from '../../core/validate.ts'
import { createPkce } from '../../pkce/pkce.ts'
import type { OneTapContext, OneTapOptions, OneTapResult } from './one-tap-prompt.ts'

export type { OneTapOptions, OneTapResult } from './one-tap-prompt.ts'

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
