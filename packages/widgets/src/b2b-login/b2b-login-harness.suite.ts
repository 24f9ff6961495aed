import type { BusinessTestkit } from '@latchkey/testkit'
import { createBusinessTestkit } from '@latchkey/testkit'
import { expect, vi } from 'vitest'
import type { WidgetEvent } from '../flow/widget-events.ts'
import type { B2bLoginConfig } from './config/b2b-login.config.ts'
import type { B2bLoginFlow } from './create-b2b-login-flow.ts'
import { createB2bLoginFlow } from './create-b2b-login-flow.ts'
import type { B2bLoginScreen, B2bLoginState, B2bStateOf } from './flow/b2b-state.ts'

/** The login widget without its screens, with a real provider and a manual clock. */
export interface B2bLoginHarness extends Pick<B2bLoginFlow, 'send'> {
  readonly kit: BusinessTestkit
  readonly events: WidgetEvent[]
  readonly errors: Error[]
  state(): B2bLoginState
  /** Waits for a screen without a pending call. */
  reach<Name extends B2bLoginScreen>(screen: Name): Promise<B2bStateOf<Name>>
  /** Types an address and submits it. */
  submit(email: string): void
}

export const ada = 'ada@acme.test'

/** How long a loaded machine may take. */
const patience = 20_000

const pending = ['sending', 'verifying', 'loading', 'entering', 'creating', 'starting']

function isBusy(state: B2bLoginState): boolean {
  const status = 'entry' in state ? state.entry.status : 'status' in state ? state.status : ''
  return pending.includes(status) || ('resend' in state && state.resend === 'sending')
}

export async function openB2bLogin(
  config: B2bLoginConfig,
  given: { readonly kit?: BusinessTestkit; readonly client?: BusinessTestkit['client'] } = {},
): Promise<B2bLoginHarness> {
  const { kit = await createBusinessTestkit() } = given
  const events: WidgetEvent[] = []
  const errors: Error[] = []
  const flow = createB2bLoginFlow(given.client ?? kit.client, config, {
    callbacks: { onEvent: (event) => void events.push(event), onError: (error) => void errors.push(error) },
  })
  flow.start()
  return {
    ...{ kit, events, errors },
    send: flow.send,
    state: flow.getState,
    async reach(screen) {
      await vi.waitFor(() => {
        const state = flow.getState()
        expect([state.screen, isBusy(state), errors.at(-1)?.message]).toEqual([screen, false, errors.at(-1)?.message])
      }, patience)
      await kit.network.idle()
      return flow.getState() as B2bStateOf<typeof screen>
    },
    submit(email) {
      flow.send({ type: 'email_changed', value: email })
      flow.send({ type: 'submitted' })
    },
  }
}
