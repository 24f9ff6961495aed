import type { ReactElement } from 'react'
import type { StyleConfig } from '../theme/style-config.ts'
import { frame, pixels, Shell, watermark } from '../widget/shell.tsx'
import type { B2bLoginConfig } from './config/b2b-login.config.ts'
import { planB2bLogin } from './config/b2b-login.config.ts'

/**
 * What a server renders, and a browser until the widget has a client: an empty element as high as Main. Left out of the
 * stand-alone build: servers do not render it.
 */
export function b2bShellFor(config: B2bLoginConfig, styles: StyleConfig | undefined): { readonly shell: ReactElement } {
  return { shell: <Shell height={mainHeight(config, styles ?? {})} /> }
}

/** Above the form, the buttons and the divider. */
const margin = 24

/** Exact for a container of 400px, texts on one line and a page without an organization; close to it otherwise. */
function mainHeight(config: B2bLoginConfig, styles: StyleConfig): number {
  const { parts, methods, oauth } = planB2bLogin(config)
  const subtitle = styles.title?.subtitle ? 8 + 1.5 * pixels(styles.text?.size, 16) : 0
  const title = styles.hideHeaderText ? 0 : pixels(styles.title?.size, 24) + 8 + subtitle
  const logo = styles.logo?.logoImageUrl ? 50 + (title > 0 ? 20 : 0) : 0
  const button = pixels(styles.controls?.height, 45)
  const gap = pixels(styles.controls?.gap, 10)
  const errorSpace = pixels(styles.controls?.errorSpace, 20)
  const error = errorSpace > 0 ? 4 + errorSpace + 12 : 12
  const link = methods.includes('password') && methods[0] !== 'password' ? 16 + 24 : 0
  const form = 20 + 8 + pixels(styles.controls?.height, 47) + error + button + link
  let height = frame + logo + title + watermark
  parts.forEach((part, at) => {
    const buttons = part === 'form' ? 0 : part === 'sso' ? 1 : oauth.providers.length
    const before = parts[at - 1]
    const continues = buttons > 0 && before !== undefined && before !== 'form'
    if (before !== undefined) height += continues ? gap : margin + 20 + margin
    else if (logo + title > 0) height += margin
    height += buttons > 0 ? buttons * button + (buttons - 1) * gap : form
  })
  return height
}
