import type { BootstrapData } from '@latchkey/client'
import type { ReactElement } from 'react'
import { useMemo } from 'react'
import { errorStrings } from '../i18n/error.strings.ts'
import type { Strings } from '../i18n/strings.ts'
import { createTranslate, textsOf } from '../i18n/text.ts'
import { failureText } from '../i18n/use-text.ts'
import type { StyleConfig } from '../theme/style-config.ts'
import { InShadow } from '../ui/in-shadow.tsx'
import { SubScreen } from '../ui/sub-screen.tsx'
import { toastStrings } from '../ui/toast/toast.strings.ts'
import { Toaster } from '../ui/toast/toaster.tsx'
import { createToasts } from '../ui/toast/toasts.ts'
import { Watermark } from '../ui/watermark.tsx'
import type { Extras } from '../widget/extras.ts'
import type { ExhibitProps } from './exhibit.ts'
import type { Picture } from './picture.ts'

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

/** What a scene of a widget needs around its state. */
export interface Surroundings {
  readonly client: { readonly bootstrap: { getSync(): BootstrapData } }
  readonly styles: StyleConfig
  readonly strings: Strings
  readonly extras: Extras
  readonly moves: number
  readonly onError: (error: Error) => void
}

export interface StillProps extends ExhibitProps {
  readonly picture: Picture<unknown>
  readonly children: (around: Surroundings) => ReactElement
}

/** A widget in which nothing moves. */
export function Still({ picture, styles, strings = {}, enableShadowDOM = false, children }: StillProps): ReactElement {
  const extras = useMemo(() => stillExtras(picture, strings), [picture, strings])
  const scene = children({
    client: { bootstrap: { getSync: () => extras.settings.getState().value } },
    styles: { ...styles, ...picture.styles },
    strings,
    extras,
    moves: 0,
    onError: reportError,
  })
  return enableShadowDOM ? <InShadow>{scene}</InShadow> : scene
}

function stillExtras({ bootstrap, notice }: Picture<unknown>, strings: Strings): Extras {
  const read = { status: 'loaded', value: { ...settings, ...bootstrap } } as const
  const toasts = createToasts({ setTimeout: () => () => undefined })
  const own = textsOf(strings)
  if (notice?.type === 'notice') toasts.show('error', failureText(notice.failure, { ...errorStrings, ...own }))
  if (notice?.type === 'good_news') toasts.show('success', createTranslate(toastStrings, own)(`toast.${notice.news}`))
  return {
    words: errorStrings,
    settings: { getState: () => read, subscribe: () => () => undefined, start: () => () => undefined },
    toasts,
    takeFocus: () => undefined,
    SubScreen,
    Toaster,
    Watermark,
  }
}
