import type { BootstrapData, Client } from '@latchkey/client'
import type { Read } from '@latchkey/client/internal'
import { clockOf, createBootstrapRead } from '@latchkey/client/internal'
import { takeFocus } from '../a11y/take-focus.ts'
import type { GoodNews, Notice } from '../flow/notice.ts'
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

/** What every widget has around its screens, and can be drawn without at first. */
export interface WidgetRuntime {
  /** For what a provider refuses. */
  readonly errorTexts: Overrides
  readonly settings: Read<BootstrapData>
  readonly toasts: Toasts
  /** When another screen has come. */
  readonly takeFocus: typeof takeFocus
  readonly SubScreen: typeof SubScreen
  readonly Toaster: typeof Toaster
  readonly Watermark: typeof Watermark
}

export interface StartableRuntime extends WidgetRuntime {
  /** Says it in passing. */
  notify(notice: Notice | GoodNews): void
  /** Nothing happens before. Until the returned function is called. */
  start(): () => void
}

/** `strings` is asked anew each time: a host page may hand over other ones at any time. */
export function createWidgetRuntime(client: Client, strings: () => Overrides): StartableRuntime {
  const settings = createBootstrapRead(client)
  const toasts = createToasts(clockOf(client))
  return {
    errorTexts: errorStrings,
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
        toasts.show('success', createTranslate(toastStrings, strings())(`toast.${notice.news}`))
      }
    },
    start() {
      const stop = settings.start()
      return () => {
        stop()
        toasts.clear()
      }
    },
  }
}
