import type { Endpoint } from '@latchkey/contract'
import type { ClientContext } from '../context.ts'
import { validate } from '../core/validate.ts'

export interface Sending<Options, Answer> {
  loginOrCreate(to: string, options?: Options): Promise<Answer>
  send(to: string, options?: Options): Promise<Answer>
}

/**
 * The two calls that send a link or a code: to anybody, or to a known user. With a session the second one
 * adds a factor to it.
 */
export function createSending<Body, Options, Answer>(
  { request, session }: Pick<ClientContext, 'request' | 'session'>,
  group: string,
  field: 'email' | 'phone_number',
  [loginOrCreate, primary, secondary]: readonly [
    Endpoint<Body, Answer>,
    Endpoint<Body, Answer>,
    Endpoint<Body, Answer>,
  ],
  complete: (body: Body) => Body | Promise<Body>,
): Sending<Options, Answer> {
  function caller(name: string, endpoint: () => Endpoint<Body, Answer>): Sending<Options, Answer>['send'] {
    return async (to, options) => {
      validate(`${group}.${name}`, `${field} options?:object`, { [field]: to, options })
      const body = await complete({ ...options, [field]: to } as Body)
      return request(endpoint(), body)
    }
  }
  return {
    loginOrCreate: caller('loginOrCreate', () => loginOrCreate),
    send: caller('send', () => (session.sync().session ? secondary : primary)),
  }
}
