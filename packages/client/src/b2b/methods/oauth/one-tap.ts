import { oneTapCancelOnTapOutside } from '@latchkey/contract'
import { validate } from '../../../core/validate.ts'
import type { OneTapContext } from '../../../methods/one-tap/one-tap-options.ts'
import { placementTypes } from '../../../methods/one-tap/one-tap-options.ts'
import type { OneTapResult } from '../../../methods/one-tap/one-tap-prompt.ts'
import { createPkce } from '../../../pkce/pkce.ts'
import type { B2bContext } from '../../session/member-kind.ts'
import type { MemberOneTapOptions, OneTapDiscoveryOptions } from './one-tap-options.ts'

/** Sign-in with Google's One Tap prompt. */
export interface MemberOneTap {
  /**
   * Shows Google's One Tap prompt, to sign in to an organization. Resolves when the person has chosen an account or
   * dismissed the prompt.
   *
   * @example
   * const result = await client.oauth.googleOneTap.start({ organization_id })
   * if (!result.success && result.reason === 'oauth_config_not_found') hideGoogle()
   */
  start(options: MemberOneTapOptions): Promise<OneTapResult>
  readonly discovery: {
    /** The same without an organization: the person chooses one after the prompt. */
    start(options?: OneTapDiscoveryOptions): Promise<OneTapResult>
  }
}

export function createMemberOneTap(ctx: OneTapContext & Pick<B2bContext, 'request'>): MemberOneTap {
  async function show<Options extends MemberOneTapOptions | OneTapDiscoveryOptions>(
    method: string,
    types: string,
    options: Options | undefined,
  ): Promise<OneTapResult> {
    const fields = validate<Options>(`oauth.googleOneTap.${method}`, `${types} ${placementTypes}`, options)
    fields.cancel_on_tap_outside ??= oneTapCancelOnTapOutside
    return (await import('./one-tap-prompt.ts')).showMemberPrompt(ctx, createPkce(ctx), fields)
  }

  return {
    start: (options) => show('start', 'organization_id login_redirect_url? signup_redirect_url?', options),
    discovery: { start: (options) => show('discovery.start', 'discovery_redirect_url?', options) },
  }
}
