import type { OneTapStart } from '@latchkey/contract'
import type { Pkce } from '../../pkce/pkce.ts'
import type { FrameChannel } from './frame-channel.ts'
import { openFrame } from './frame-channel.ts'
import type { OneTapContext, OneTapOptions } from './one-tap-options.ts'
import type { OneTapCalls, OneTapCreation } from './one-tap-prompt.ts'
import { createPrompt } from './one-tap-prompt.ts'

/** Prepares a prompt that calls the provider through its hidden frame. */
export function createFramePrompt(ctx: OneTapContext, pkce: Pkce, options: OneTapOptions): Promise<OneTapCreation> {
  return createPrompt(ctx, pkce, createFrameCalls(ctx, options), options)
}

function createFrameCalls(ctx: OneTapContext, options: OneTapOptions): OneTapCalls {
  const { publicToken } = ctx
  const redirects = {
    ...(options.login_redirect_url && { loginRedirectURL: options.login_redirect_url }),
    ...(options.signup_redirect_url && { signupRedirectURL: options.signup_redirect_url }),
  }
  let frame: FrameChannel | undefined
  let started: OneTapStart | undefined
  let isClosed = false
  return {
    async start() {
      frame = await openFrame(ctx)
      if (isClosed) frame.close()
      started = await frame.call('oneTapStart', { publicToken, redirects })
      return started
    },
    submit: async (idToken, codeChallenge) =>
      (frame as FrameChannel).call('oneTapSubmit', {
        publicToken,
        idToken,
        oauthCallbackID: (started as OneTapStart).oauthCallbackId,
        ...redirects,
        codeChallenge,
      }),
    close() {
      isClosed = true
      frame?.close()
    },
  }
}
