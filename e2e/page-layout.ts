import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { axeViolations, contrastViolations } from './browser.ts'

/** Expects no axe violations in light and dark, and no horizontal scrolling at all widths. */
export async function checkLayout(page: Page): Promise<void> {
  const wrong: string[] = []
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    // In dark only colors differ.
    const judge = colorScheme === 'light' ? axeViolations : contrastViolations
    wrong.push(...(await judge(page)).map((violation) => `${colorScheme}: ${violation}`))
  }
  for (const width of [320, 390, 768, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    if (overflow > 0) wrong.push(`${width}: ${overflow} px too wide`)
  }
  expect(wrong).toEqual([])
}
