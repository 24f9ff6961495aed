import type { Client } from '@latchkey/client'
import type { AnyClient, Clock } from '@latchkey/client/internal'
import { clientInternals } from '@latchkey/client/internal'
import type { Callbacks } from '../flow/callbacks.ts'
import type { Notice, SuccessNotice } from '../flow/notice.ts'
import type { Wait } from '../flow/wait.ts'
import type { Emit, Log } from '../flow/widget-events.ts'
import type { HostCallbacks } from './host-callbacks.ts'
import { createHostCallbacks } from './host-callbacks.ts'

export interface CommonEffectDeps<Of extends AnyClient = Client> {
  readonly client: Of
  readonly clock: Clock
  /** A function, because a host page may pass other callbacks at any time. */
  readonly callbacks: () => Callbacks
  /** Shows a toast. */
  readonly notify: (notice: Notice | SuccessNotice) => void
}

type CommonEffect = Wait<string> | Emit | Log | Notice | SuccessNotice

export interface CommonEffects extends HostCallbacks {
  /** Runs an effect that makes no call. Returns how to cancel it, if possible. The `next` of a wait is an event of its flow. */
  runCommonEffect(effect: CommonEffect, send: (event: never) => void): (() => void) | undefined
}

/** Runs the effects that all widgets have: timers, events for the host page, telemetry and toasts. */
export function createCommonEffects({ client, clock, callbacks, notify }: CommonEffectDeps<AnyClient>): CommonEffects {
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
