import type { Endpoint, Protection } from '@latchkey/contract'
import { validate } from '../core/validate.ts'

/** The options of a method: the request body without the fields that the client adds. */
export type OptionsOf<Body> = Omit<Body, keyof Protection | 'browser_challenge' | 'code_challenge' | 'code_verifier'>

/** Creates a method that validates its options and sends them as the body. `types` is the format of `validate`. */
export function createCall<Body, Data>(
  send: (endpoint: Endpoint<Body, Data>, body: Body) => Promise<Data>,
  endpoint: Endpoint<Body, Data>,
  method: string,
  types: string,
): (options: OptionsOf<Body>) => Promise<Data> {
  return async (options) => send(endpoint, validate<Body>(method, types, options))
}
