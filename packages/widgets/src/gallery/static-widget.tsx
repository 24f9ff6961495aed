import type { BootstrapData } from '@latchkey/client'
import type { ReactElement } from 'react'
import { useMemo } from 'react'
import { errorStrings } from '../i18n/error.strings.ts'
import { createTranslate, textsOf } from '../i18n/text.ts'
import { failureText } from '../i18n/use-text.ts'
import type { Strings } from '../strings.ts'
import type { StyleConfig } from '../theme/style-config.ts'
import { SubScreen } from '../ui/sub-screen.tsx'
import { toastStrings } from '../ui/toast/toast.strings.ts'
import { Toaster } from '../ui/toast/toaster.tsx'
import { createToasts } from '../ui/toast/toasts.ts'
import { Watermark } from '../ui/watermark.tsx'
import { LazyShadowRoot } from '../widget/lazy-shadow-root.tsx'
import type { WidgetRuntime } from '../widget/widget-runtime.ts'
import type { GalleryState } from './fixtures/gallery-state.ts'
import type { GalleryItemProps } from './gallery-item.ts'

const settings: BootstrapData = {
  projectName: 'Latchkey',
  displayWatermark: true,
  emailDomains: ['example.com'],
  captchaSettings: { enabled: false },
  pkceRequiredForEmailMagicLinks: true,
  pkceRequiredForPasswordResets: true,
  pkceRequiredForOauth: true,
  pkceRequiredForSso: true,
  passwordConfig: { ludsComplexity: 3, ludsMinimumCount: 8 },
}

/** The props of a layout without its state. */
export interface LayoutProps {
  readonly client: { readonly bootstrap: { getSync(): BootstrapData } }
  readonly styles: StyleConfig
  readonly strings: Strings
  readonly runtime: WidgetRuntime
  readonly screenChanges: number
  readonly onError: (error: Error) => void
}

export interface StaticWidgetProps extends GalleryItemProps {
  readonly item: GalleryState<unknown>
  readonly children: (around: LayoutProps) => ReactElement
}

/** A widget without a running flow. */
export function StaticWidget({
  item,
  styles,
  strings = {},
  enableShadowDOM = false,
  children,
}: StaticWidgetProps): ReactElement {
  const runtime = useMemo(() => staticRuntime(item, strings), [item, strings])
  const content = children({
    client: { bootstrap: { getSync: () => runtime.settings.getState().value } },
    styles: { ...styles, ...item.styles },
    strings,
    runtime,
    screenChanges: 0,
    onError: reportError,
  })
  return enableShadowDOM ? <LazyShadowRoot>{content}</LazyShadowRoot> : content
}

function staticRuntime({ bootstrap, notice }: GalleryState<unknown>, strings: Strings): WidgetRuntime {
  const read = { status: 'loaded', value: { ...settings, ...bootstrap } } as const
  const toasts = createToasts({ setTimeout: () => () => undefined })
  const own = textsOf(strings)
  if (notice?.type === 'notice') toasts.show('error', failureText(notice.failure, { ...errorStrings, ...own }))
  if (notice?.type === 'success_notice')
    toasts.show('success', createTranslate(toastStrings, own)(`toast.${notice.message}`))
  return {
    texts: errorStrings,
    settings: { getState: () => read, subscribe: () => () => undefined, start: () => () => undefined },
    toasts,
    takeFocus: () => undefined,
    SubScreen,
    Toaster,
    Watermark,
  }
}
