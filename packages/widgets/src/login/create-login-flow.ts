import type { Client } from '@latchkey/client'
import type { LoginConfig } from '../config/login.config.ts'
import type { Actor } from '../flow/actor.ts'
import type { FlowOptions } from '../flow/flow-options.ts'
import { methodRunners } from '../methods/headless-methods.ts'
import { configProblemTexts } from './config/config-problem-texts.ts'
import { planLogin } from './config/plan-login.ts'
import type { LoginEvent, LoginState } from './login.flow.ts'
import { createLoginActor } from './login-actor.ts'
import { loginFlow } from './whole-login.ts'

/** The login widget without its screens. */
export type LoginFlow = Actor<LoginState, LoginEvent>

/**
 * The login widget without its screens, for screens of your own: it holds the state, handles events and makes the
 * calls. Throws if the configuration has mistakes, with all of them in the message.
 *
 * @example
 * const flow = createLoginFlow(client, { products: ['otp'], otpOptions: { methods: ['email'] } })
 * flow.subscribe(() => render(flow.getState()))
 * const stop = flow.start()
 * flow.send({ type: 'email_changed', value: 'ada@example.com' })
 * flow.send({ type: 'submitted' })
 */
export function createLoginFlow(
  client: Client,
  config: LoginConfig = {},
  { callbacks = {}, onNotice, locale }: FlowOptions = {},
): LoginFlow {
  const plan = planLogin(config)
  const problems = configProblemTexts(config)
  if (!plan || problems.length > 0) throw new Error(problems.join('\n'))
  return createLoginActor({
    client,
    plan,
    config,
    callbacks: () => callbacks,
    notify: (notice) => onNotice?.(notice),
    runners: methodRunners,
    flow: loginFlow,
    locale: () => locale,
  })
}
