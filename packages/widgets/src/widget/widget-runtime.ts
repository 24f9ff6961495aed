import type { BootstrapData } from '@latchkey/client'
import type { AnyClient, Read } from '@latchkey/client/internal'
import { clockOf, createBootstrapRead } from '@latchkey/client/internal'
import { takeFocus } from '../a11y/take-focus.ts'
import type { Actor } from '../flow/actor.ts'
import type { Notice, SuccessNotice } from '../flow/notice.ts'
import { errorStrings } from '../i18n/error.strings.ts'
import type { Overrides } from '../i18n/text.ts'
import { createTranslate } from '../i18n/text.ts'
import { failureText } from '../i18n/use-text.ts'
import { SubScreen } from '../ui/sub-screen.tsx'
import { toastStrings } from '../ui/toast/toast.strings.ts'
import { Toaster } from '../ui/toast/toaster.tsx'
import type { Toasts } from '../ui/toast/toasts.ts'
import { createToasts } from '../ui/toast/toasts.ts'
import { Watermark } from '../ui/watermark.tsx'

/** The part of every widget that the first screen does not need. It is loaded later. */
export interface WidgetRuntime {
  /** Texts for errors of the provider. */
  readonly texts: Overrides
  readonly settings: Read<BootstrapData>
  readonly toasts: Toasts
  /** Called after a screen change. */
  readonly takeFocus: typeof takeFocus
  readonly SubScreen: typeof SubScreen
  readonly Toaster: typeof Toaster
  readonly Watermark: typeof Watermark
}

export interface StartableRuntime extends WidgetRuntime {
  /** Shows a toast. */
  notify(notice: Notice | SuccessNotice): void
  /** Runs the flow, and reads the settings, until the returned function is called. Nothing happens before. */
  start(actor: Pick<Actor<unknown, never>, 'start'>): () => void
}

/** `strings` is a function, because a host page may pass other texts at any time. */
export function createWidgetRuntime(client: AnyClient, strings: () => Overrides): StartableRuntime {
  const settings = createBootstrapRead(client)
  const toasts = createToasts(clockOf(client))
  return {
    texts: errorStrings,
    settings,
    toasts,
    takeFocus,
    SubScreen,
    Toaster,
    Watermark,
    notify(notice) {
      if (notice.type === 'notice') {
        toasts.show('error', failureText(notice.failure, { ...errorStrings, ...strings() }))
      } else {
        toasts.show('success', createTranslate(toastStrings, strings())(`toast.${notice.message}`))
      }
    },
    start(actor) {
      const ends = [actor.start(), settings.start(), toasts.clear]
      return () => {
        for (const end of ends) end()
      }
    },
  }
}
