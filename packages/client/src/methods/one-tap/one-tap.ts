import { oneTapCancelOnTapOutside } from '@latchkey/contract'
import { validate } from '../../core/validate.ts'
import { createPkce } from '../../pkce/pkce.ts'
import type { OneTapContext, OneTapOptions } from './one-tap-options.ts'
import { placementTypes } from './one-tap-options.ts'
import type { OneTapCreation, OneTapResult } from './one-tap-prompt.ts'

export type { OneTapPlace } from './google.ts'
export type { OneTapOptions } from './one-tap-options.ts'
export type { OneTapCreation, OneTapFailure, OneTapPrompt, OneTapResult } from './one-tap-prompt.ts'

/** Sign-in with Google's One Tap prompt. */
export interface OneTap {
  /**
   * Shows Google's One Tap prompt. Resolves when the user has chosen an account or dismissed the prompt.
   *
   * @example
   * const result = await client.oauth.googleOneTap.start({ login_redirect_url: 'https://app.example.com/in' })
   * if (!result.success && result.reason === 'oauth_config_not_found') hideGoogle()
   */
  start(options?: OneTapOptions): Promise<OneTapResult>
  /**
   * Prepares the prompt, to be shown with `render` and removed with `cancel`.
   *
   * @example
   * const created = await client.oauth.googleOneTap.create({ position: 'embeddedOnly', prompt_parent_id: 'one-tap' })
   * if (created.success) await created.prompt.render()
   */
  create(options?: OneTapOptions): Promise<OneTapCreation>
}

/**
 * Creates the method group `googleOneTap` for a context without the other groups.
 *
 * @example
 * const googleOneTap = createOneTap(createContext('public-token-test-…', options))
 * const result = await googleOneTap.start()
 */
export function createOneTap(ctx: OneTapContext): OneTap {
  async function create(options?: OneTapOptions, method = 'start'): Promise<OneTapCreation> {
    const fields = validate<OneTapOptions>(
      `oauth.googleOneTap.${method}`,
      `login_redirect_url? signup_redirect_url? ${placementTypes}`,
      options,
    )
    fields.cancel_on_tap_outside ??= oneTapCancelOnTapOutside
    return (await import('./frame-prompt.ts')).createFramePrompt(ctx, createPkce(ctx), fields)
  }

  return {
    async start(options) {
      const created = await create(options)
      return created.success ? created.prompt.render() : created
    },
    create: (options) => create(options, 'create'),
  }
}
