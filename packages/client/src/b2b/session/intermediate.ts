import type { Endpoint } from '@latchkey/contract'
import type { IntermediateSession } from '@latchkey/contract/b2b'
import type { ApiError } from '../../core/errors.ts'
import type { OptionsOf } from '../../methods/create-call.ts'
import { createCall } from '../../methods/create-call.ts'
import type { B2bContext, MemberSessions } from './member-kind.ts'

/** The options of a call that continues a sign-in: the client adds the stored intermediate session token. */
export type ContinuedOptions<Body> = Omit<
  OptionsOf<Body>,
  keyof IntermediateSession | 'pkce_code_challenge' | 'pkce_code_verifier'
>

/**
 * Forgets the token of an unfinished sign-in that the provider rejects, such as that of another person: the next sign-in
 * starts without it. Returns the context whose calls do this.
 */
export function forgetRejected(ctx: B2bContext): B2bContext {
  function forget(error: Partial<ApiError>, body: unknown): never {
    const { intermediate_session_token: sent } = Object(body) as IntermediateSession
    const isRejected = error.error_type === 'intermediate_session_not_found'
    if (isRejected && sent && sent === ctx.session.sync().ist) ctx.session.dispatch({})
    throw error
  }
  return {
    ...ctx,
    authenticate: (endpoint, body) => ctx.authenticate(endpoint, body).catch((error) => forget(error, body)),
    request: (endpoint, body, ...rest) => ctx.request(endpoint, body, ...rest).catch((error) => forget(error, body)),
  }
}

/** Adds the token of an unfinished sign-in, if there is one. In HttpOnly mode the provider reads it from its cookie. */
export function withIntermediate<Body extends IntermediateSession>(
  { session }: Pick<B2bContext, 'session'>,
  body: Body,
): Body {
  const { ist } = session.sync()
  return ist ? { ...body, intermediate_session_token: ist } : body
}

/** Creates a method that starts a session or continues an unfinished sign-in. `types` is the format of `validate`. */
export function createSignIn<Body extends IntermediateSession, Data extends MemberSessions['signIn']>(
  ctx: Pick<B2bContext, 'authenticate' | 'session'>,
  endpoint: Endpoint<Body, Data>,
  method: string,
  types: string,
): (options: ContinuedOptions<Body>) => Promise<Data> {
  return createCall<Body, Data>(
    (target, body) => ctx.authenticate(target, withIntermediate(ctx, body)),
    endpoint,
    method,
    types,
  ) as (options: ContinuedOptions<Body>) => Promise<Data>
}

/** The same for a call that starts no session, such as one that sends a code. */
export function createContinued<Body extends IntermediateSession, Data>(
  ctx: Pick<B2bContext, 'request' | 'session'>,
  endpoint: Endpoint<Body, Data>,
  method: string,
  types: string,
): (options: ContinuedOptions<Body>) => Promise<Data> {
  return createCall<Body, Data>(
    (target, body) => ctx.request(target, withIntermediate(ctx, body)),
    endpoint,
    method,
    types,
  ) as (options: ContinuedOptions<Body>) => Promise<Data>
}
