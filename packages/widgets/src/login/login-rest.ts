import type { BootstrapData } from '@latchkey/client'
import type { Read } from '@latchkey/react/internal'
import { clockOf, createBootstrapRead } from '@latchkey/react/internal'
import type { Actor } from '../flow/actor.ts'
import { errorStrings } from '../i18n/error.strings.ts'
import type { Overrides } from '../i18n/text.ts'
import { failureText } from '../i18n/use-text.ts'
import { SubScreen } from '../ui/sub-screen.tsx'
import { Toaster } from '../ui/toast/toaster.tsx'
import type { Toasts } from '../ui/toast/toasts.ts'
import { createToasts } from '../ui/toast/toasts.ts'
import { Watermark } from '../ui/watermark.tsx'
import { LoggedInView } from './logged-in.view.tsx'
import type { LoginEvent, LoginState } from './login.flow.ts'
import type { LoginActorOptions } from './login-actor.ts'
import { createLoginActor } from './login-actor.ts'
import type { LoginViews } from './login-view.ts'

/** What Main can be drawn and filled in without: it is loaded when the browser is idle, or when a form is submitted. */
export interface LoginRest {
  readonly actor: Actor<LoginState, LoginEvent>
  readonly views: LoginViews
  /** For what a provider refuses. */
  readonly words: Overrides
  readonly settings: Read<BootstrapData>
  readonly toasts: Toasts
  readonly SubScreen: typeof SubScreen
  readonly Toaster: typeof Toaster
  readonly Watermark: typeof Watermark
  /** Nothing happens before. Until the returned function is called. */
  start(): () => void
}

export interface LoginRestOptions extends Omit<LoginActorOptions, 'notify'> {
  /** Asked anew each time, as the callbacks are. */
  readonly strings: () => Overrides
}

export function createLoginRest({ strings, ...options }: LoginRestOptions, views: LoginViews): LoginRest {
  const actor = createLoginActor({
    ...options,
    notify: (failure) => toasts.show('error', failureText(failure, { ...errorStrings, ...strings() })),
  })
  const settings = createBootstrapRead(options.client)
  const toasts = createToasts(clockOf(options.client))
  return {
    actor,
    views: { ...views, logged_in: LoggedInView },
    words: errorStrings,
    settings,
    toasts,
    SubScreen,
    Toaster,
    Watermark,
    start() {
      const ends = [actor.start(), settings.start(), toasts.clear]
      return () => {
        for (const end of ends) end()
      }
    },
  }
}
