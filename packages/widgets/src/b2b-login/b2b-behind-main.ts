import type { B2bClient } from '@latchkey/client/b2b'
import { clockOf } from '@latchkey/client/internal'
import type { LatestProps } from '../widget/use-latest-props.ts'
import { createWidgetRuntime } from '../widget/widget-runtime.ts'
import { createB2bLoginActor } from './b2b-login-actor.ts'
import type { B2bLoginStart, RunningB2bLogin } from './b2b-login-store.ts'
import { planB2bLogin } from './config/b2b-login.config.ts'
import { hasBack } from './flow/b2b-login.flow.ts'
import { screens } from './views/b2b-screens.ts'
import { OAuthChoices } from './views/oauth-choices.tsx'

export interface RunOptions extends B2bLoginStart {
  readonly client: B2bClient
  readonly latest: LatestProps
}

/** Starts everything that Main does not need. `email`: what the person has typed so far. */
export function runB2bLogin({ config, landing, client, latest }: RunOptions, email: string): RunningB2bLogin {
  const runtime = createWidgetRuntime(client, latest.strings)
  const actor = createB2bLoginActor(
    landing,
    {
      ...{ client, clock: clockOf(client), plan: planB2bLogin(config) },
      callbacks: latest.callbacks,
      notify: runtime.notify,
      locale: () => latest.strings()['locale.language'] || undefined,
    },
    email,
  )
  return { actor, runtime, screens, OAuthChoices, hasBack }
}
