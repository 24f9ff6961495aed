import type { ClientContext } from '../context/context.ts'
import { validate } from '../core/validate.ts'
import { factorOf } from './factor.ts'

export interface SendMethods<Options, Answer> {
  loginOrCreate(to: string, options?: Options): Promise<Answer>
  send(to: string, options?: Options): Promise<Answer>
}

/**
 * Creates the two methods that send a link or a passcode: to any address, or to an existing user. With a session, the
 * second one adds a factor to it. The paths are composed here, because the nine literals of the contract would add 90
 * bytes to every bundle; wire.test.ts of the testkit compares them with the contract.
 */
export function createSendMethods<Body, Options, Answer>(
  { request, session }: Pick<ClientContext, 'request' | 'session'>,
  group: string,
  field: 'email' | 'phone_number',
  folder: string,
  complete: (body: Body) => Body | Promise<Body>,
): SendMethods<Options, Answer> {
  function createSend(name: string): SendMethods<Options, Answer>['send'] {
    return async (to, options) => {
      validate(`${group}.${name}`, `${field} options?:object`, { [field]: to, options })
      const body = await complete({ ...options, [field]: to } as Body)
      const path = folder + (name === 'send' ? `/send/${factorOf(session)}` : '/login_or_create')
      return request<Body, Answer>({ method: 'POST', path, guarded: true }, body)
    }
  }
  return { loginOrCreate: createSend('loginOrCreate'), send: createSend('send') }
}
