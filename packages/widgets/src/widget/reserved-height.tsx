import type { ReactElement, ReactNode } from 'react'
import type { StyleConfig } from '../theme/style-config.ts'
import { frame, pixels, Shell, watermark } from './shell.tsx'

/** False in the stand-alone build: servers do not render it. */
export const reservesHeight: boolean = true

/** The first screens of the widgets whose code is loaded later. */
export type FirstScreen = 'reset' | 'registration' | 'consent'

interface ReservedHeightProps {
  readonly screen: FirstScreen
  readonly styles: StyleConfig
}

/** What a server renders: an empty element as high as the widget's first screen. Left out of the stand-alone build. */
export function shellFor(screen: FirstScreen, styles: StyleConfig | undefined): { readonly shell: ReactElement } {
  return { shell: <Shell height={frame + screenHeight(screen, styles ?? {}) + watermark} /> }
}

/** Whose height is kept while the widget is loaded. Left out of the stand-alone build. */
export function reserveFor(screen: FirstScreen): { readonly screen: FirstScreen } {
  return { screen }
}

/** Keeps the height of the first screen while it is loaded, so that the page around the widget does not move. */
export function ReservedHeight({
  screen,
  styles,
  children,
}: ReservedHeightProps & { readonly children: ReactNode }): ReactElement {
  return <div style={{ display: 'grid', minHeight: `${screenHeight(screen, styles)}px` }}>{children}</div>
}

/**
 * The height between the paddings of the card in pixels: exact for a container of 400px in English, close to it
 * otherwise. How much a consent screen asks for is unknown: it has the height of a loading screen.
 */
export function screenHeight(screen: FirstScreen, styles: StyleConfig): number {
  if (screen === 'consent') return 160
  const title = pixels(styles.title?.size, 24) + 8
  const text = 8 + 2 * 1.5 * pixels(styles.text?.size, 16)
  const button = pixels(styles.controls?.height, 45)
  if (screen === 'registration') return 56 + 20 + title + text + 24 + 2 * button + pixels(styles.controls?.gap, 12)
  const label = 20 + 8
  const input = pixels(styles.controls?.height, 47)
  const errorSpace = pixels(styles.controls?.errorSpace, 20)
  const error = errorSpace > 0 ? 4 + errorSpace + 12 : 12
  // A hint of two lines, which starts in the room of the error.
  const strength = Math.max(38, 40 - 0.8 * errorSpace) + 16
  return title + text + 24 + (label + input + 16) + (label + input + error) + strength + button
}
