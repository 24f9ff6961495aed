import type { BrowserContext, Page } from 'playwright-core'
import { openPage } from '../browser.ts'

/** The options of the gallery, from its URL. */
export interface View {
  only?: string
  theme?: string
  scheme?: 'light' | 'dark' | 'auto'
  locale?: string
  direction?: 'ltr' | 'rtl'
  dom?: 'light' | 'shadow'
}

export interface OpenGallery {
  page: Page
  /** Errors and CSP violations. */
  complaints: string[]
}

/** Opens the gallery of a development provider, and waits until all items are rendered. */
export async function openGallery(context: BrowserContext, provider: string, view: View = {}): Promise<OpenGallery> {
  const opened = await openPage(context, `${provider}/gallery?${new URLSearchParams({ ...view })}`)
  await opened.page.locator('.gallery-item .latchkey-container').last().waitFor()
  await settled(opened.page)
  return opened
}

/** Waits for fonts, images and finite animations. Endless animations continue. */
export async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready
    const roots = [document, ...[...document.querySelectorAll('*')].flatMap(({ shadowRoot }) => shadowRoot ?? [])]
    await Promise.all(
      roots
        .flatMap((root) => root.getAnimations())
        .filter(({ effect }) => Number(effect?.getComputedTiming().endTime) < 2_000)
        .map(({ finished }) => finished.catch(() => undefined)),
    )
  })
}

export function galleryItems(page: Page): Promise<string[]> {
  return page
    .locator('.gallery-item')
    .evaluateAll((all) => all.map((one) => one.getAttribute('data-gallery-item') ?? ''))
}
