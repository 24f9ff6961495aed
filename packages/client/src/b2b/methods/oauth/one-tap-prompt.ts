import type {
  B2bOAuthGoogleOneTapDiscoverySubmitRequest,
  B2bOAuthGoogleOneTapStartResponse,
  B2bOAuthGoogleOneTapSubmitRequest,
  B2bOAuthGoogleOneTapSubmitResponse,
  b2bOAuthGoogleOneTapDiscoverySubmit,
  b2bOAuthGoogleOneTapStart,
  b2bOAuthGoogleOneTapSubmit,
} from '@latchkey/contract/b2b'
import type { OneTapContext, OneTapPlacement } from '../../../methods/one-tap/one-tap-options.ts'
import type { OneTapResult } from '../../../methods/one-tap/one-tap-prompt.ts'
import { createPrompt } from '../../../methods/one-tap/one-tap-prompt.ts'
import type { Pkce } from '../../../pkce/pkce.ts'
import type { B2bContext } from '../../session/member-kind.ts'
import type { MemberOneTapOptions, OneTapDiscoveryOptions } from './one-tap-options.ts'

// Literals, so that bundlers keep the entry in one file.
const start = { method: 'GET', path: '/b2b/oauth/google/onetap/start' } satisfies typeof b2bOAuthGoogleOneTapStart
const submit = { method: 'POST', path: '/b2b/oauth/google/onetap/submit' } satisfies typeof b2bOAuthGoogleOneTapSubmit
const discoverySubmit = {
  method: 'POST',
  path: '/b2b/oauth/google/onetap/discovery/submit',
} satisfies typeof b2bOAuthGoogleOneTapDiscoverySubmit

/** Shows a prompt that calls the provider directly. With an organization it signs in to it. */
export async function showMemberPrompt(
  ctx: OneTapContext & Pick<B2bContext, 'request'>,
  pkce: Pkce,
  { cancel_on_tap_outside, position, prompt_parent_id, ...target }: MemberOneTapOptions | OneTapDiscoveryOptions,
): Promise<OneTapResult> {
  const created = await createPrompt(
    ctx,
    pkce,
    {
      async start() {
        const started = await ctx.request<null, B2bOAuthGoogleOneTapStartResponse>(start, null)
        return { googleClientId: started.google_client_id, csrfToken: started.nonce, scriptUrl: started.script_url }
      },
      submit(id_token, pkce_code_challenge) {
        const proof = { id_token, pkce_code_challenge }
        return 'organization_id' in target
          ? ctx.request<B2bOAuthGoogleOneTapSubmitRequest, B2bOAuthGoogleOneTapSubmitResponse>(submit, {
              ...target,
              ...proof,
            })
          : ctx.request<B2bOAuthGoogleOneTapDiscoverySubmitRequest, B2bOAuthGoogleOneTapSubmitResponse>(
              discoverySubmit,
              { ...target, ...proof },
            )
      },
      close: () => undefined,
    },
    { cancel_on_tap_outside, position, prompt_parent_id } as OneTapPlacement,
  )
  return created.success ? created.prompt.render() : created
}
