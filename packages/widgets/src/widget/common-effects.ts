import type { Client } from '@latchkey/client'
import type { Clock } from '@latchkey/client/internal'
import { clientInternals } from '@latchkey/client/internal'
import type { Callbacks } from '../callbacks.ts'
import type { GoodNews, Notice } from '../flow/notice.ts'
import type { Wait } from '../flow/wait.ts'
import type { Emit, Log } from '../flow/widget-events.ts'
import type { HostCallbacks } from './host-callbacks.ts'
import { createHostCallbacks } from './host-callbacks.ts'

export interface CommonEffectDeps {
  readonly client: Client
  readonly clock: Clock
  /** Asked anew each time: a host page may hand over other ones at any time. */
  readonly callbacks: () => Callbacks
  /** Says in passing what belongs to no field. */
  readonly notify: (notice: Notice | GoodNews) => void
}

type CommonEffect = Wait<string> | Emit | Log | Notice | GoodNews

export interface CommonEffects extends HostCallbacks {
  /** Carries out what calls nobody. What can be taken back answers with how to. What a wait names is an event of its flow. */
  runCommonEffect(effect: CommonEffect, send: (event: never) => void): (() => void) | undefined
}

/** What every widget asks for beside its calls: to wait, to tell the host page, the project and the person. */
export function createCommonEffects({ client, clock, callbacks, notify }: CommonEffectDeps): CommonEffects {
  const host = createHostCallbacks(client, callbacks)
  return {
    ...host,
    runCommonEffect(effect, send) {
      switch (effect.type) {
        case 'wait': {
          const { next: type, call, ms } = effect
          return clock.setTimeout(() => send({ type, call, at: clock.now() } as never), ms)
        }
        case 'emit':
          host.notifyHost(({ onEvent }) => onEvent?.(effect.event))
          return undefined
        case 'log':
          clientInternals(client).events.log(effect.name, effect.details)
          return undefined
        default:
          notify(effect)
          return undefined
      }
    },
  }
}
