import type { Endpoint, Protection } from '@latchkey/contract'
import { validate } from '../core/validate.ts'

/** What a caller gives: the body without what the client adds by itself. */
export type OptionsOf<Body> = Omit<Body, keyof Protection | 'browser_challenge' | 'code_challenge' | 'code_verifier'>

/** A call whose body is what the caller gives, checked. `types` as `validate` reads it. */
export function createCall<Body, Data>(
  send: (endpoint: Endpoint<Body, Data>, body: Body) => Promise<Data>,
  endpoint: Endpoint<Body, Data>,
  method: string,
  types: string,
): (options: OptionsOf<Body>) => Promise<Data> {
  return async (options) => send(endpoint, validate<Body>(method, types, options))
}
