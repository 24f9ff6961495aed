import type { ReactElement } from 'react'
import type { LoginConfig } from '../config/login.config.ts'
import type { StyleConfig } from '../theme/style-config.ts'
import { frame, pixels, Shell, watermark } from '../widget/shell.tsx'
import { planLogin } from './config/plan-login.ts'

/**
 * What a server renders, and a browser until the widget has a client: an empty element as high as the first screen, so
 * that the page around it does not move. The height is an attribute of an image, not a style: a strict content security
 * policy blocks styles in markup. Left out of the stand-alone build: servers do not render it.
 */
export function loginShellFor(
  config: LoginConfig | undefined,
  styles: StyleConfig | undefined,
): { readonly shell: ReactElement } {
  return { shell: <Shell height={loginHeight(config ?? {}, styles ?? {})} /> }
}

/** Above the form, the tabs, the buttons and the divider. */
const margin = 24

/**
 * The height of Main in pixels, before there is a browser to measure it: exact for a container of 400px and texts that
 * fit on one line, close to it otherwise.
 */
export function loginHeight(config: LoginConfig, styles: StyleConfig): number {
  const plan = planLogin(config)
  const subtitle = styles.title?.subtitle ? 8 + 1.5 * pixels(styles.text?.size, 16) : 0
  const title = styles.hideHeaderText ? 0 : pixels(styles.title?.size, 24) + 8 + subtitle
  const logo = styles.logo?.logoImageUrl ? 50 + (title > 0 ? 20 : 0) : 0
  if (!plan) return frame + title
  const button = pixels(styles.controls?.height, 45)
  const input = pixels(styles.controls?.height, 47)
  const errorSpace = pixels(styles.controls?.errorSpace, 20)
  // Margins of an empty line collapse.
  const error = errorSpace > 0 ? 4 + errorSpace + 12 : 12
  const tabs = plan.tabs.length > 1 ? margin + 44 : 0
  const form = tabs + margin + 20 + 8 + input + error + button
  // Browsers offer passkeys in the address field. Without one there is a button.
  const hasPasskeys = plan.tabs.every((tab) => tab === 'sms' || tab === 'whatsapp')
  const heights = plan.buttons.flatMap((name) => {
    if (name === 'oauth') return plan.oauth.providers.map((one) => (one.one_tap ? Math.max(input, button) : button))
    return name === 'passkeys' && !hasPasskeys ? [] : [button]
  })
  const gaps = Math.max(0, heights.length - 1) * pixels(styles.controls?.gap, 10)
  const choices = heights.length > 0 ? heights.reduce((sum, one) => sum + one, margin + gaps) : 0
  const groups = plan.groups.flatMap((group) => (group === 'form' ? [form] : choices > 0 ? [choices] : []))
  const dividers = (groups.length - 1) * (margin + 20)
  const first = logo + title > 0 ? 0 : -margin
  return frame + logo + title + groups.reduce((sum, one) => sum + one, dividers + first) + watermark
}
