import type { Endpoint } from '@latchkey/contract'
import type { IntermediateSession } from '@latchkey/contract/b2b'
import type { OptionsOf } from '../../methods/create-call.ts'
import { createCall } from '../../methods/create-call.ts'
import type { B2bContext, MemberSessions } from './member-kind.ts'

/** The options of a call that continues a sign-in: the client adds the stored intermediate session token. */
export type ContinuedOptions<Body> = Omit<
  OptionsOf<Body>,
  keyof IntermediateSession | 'pkce_code_challenge' | 'pkce_code_verifier'
>

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
