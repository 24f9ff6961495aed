import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import type { Plugin } from 'rolldown'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPage } from '../../../browser.ts'
import { type HostSite, startHosts } from '../../../hosts/host-site.ts'
import { announced, axeViolations, emailField, watchAnnouncements } from '../../widget-page.ts'
import { prepareWidgets } from '../../widget-setup.ts'

const setup = prepareWidgets()

/** The screens show one kind of toast only, so the test gets the widget's toast list to show all kinds. */
const exposed: Plugin = {
  name: 'exposed-toasts',
  load: {
    filter: { id: /widget\/widget-runtime\.ts$/ },
    async handler(path) {
      const source = await readFile(path, 'utf8')
      const code = source.replace('const toasts = ', 'const toasts = (globalThis as { toasts?: unknown }).toasts = ')
      if (code === source) throw new Error('There are no toasts to expose.')
      return code
    },
  },
}

type ToastType = 'blank' | 'error' | 'success' | 'loading' | 'custom'

interface Exposed {
  toasts: { show(type: ToastType, message: string): void }
}

let site: HostSite

beforeAll(async () => {
  site = await startHosts(setup.provider.url, [exposed])
})
afterAll(() => site?.close())

/** Opens the page with a running clock that the test can advance. */
async function withWidget(viewport = { width: 1280, height: 720 }): Promise<{ page: Page; complaints: string[] }> {
  const context = await setup.newContext({ viewport })
  await context.clock.install()
  const opened = await openPage(context, site.page())
  await opened.page.evaluate(() => app.show({}))
  await emailField(opened.page).waitFor()
  await opened.page.waitForFunction(() => 'toasts' in globalThis)
  await opened.page.locator('.latchkey-toaster').waitFor({ state: 'attached' })
  return opened
}

const show = (page: Page, type: ToastType, message: string) =>
  page.evaluate(
    ([kind, text]) => (globalThis as unknown as Exposed).toasts.show(kind as ToastType, text as string),
    [type, message],
  )
const toast = (page: Page, text: string) => page.locator('.latchkey-toast').filter({ hasText: text })

describe('toasts', () => {
  it('show success and failure, are announced with the right role, and disappear automatically [W-TOAST-01]', async () => {
    const { page, complaints } = await withWidget()
    await watchAnnouncements(page)
    await show(page, 'success', 'Email resent')
    await show(page, 'error', 'That did not work.')
    await toast(page, 'Email resent').waitFor()
    expect(await page.getByRole('status').filter({ hasText: 'Email resent' }).count()).toBe(1)
    expect(await page.getByRole('alert').filter({ hasText: 'That did not work.' }).count()).toBe(1)
    expect(await announced(page)).toEqual(expect.arrayContaining(['Email resent', 'That did not work.']))
    expect(await axeViolations(page)).toEqual([])
    await page.clock.fastForward(2_000)
    await toast(page, 'Email resent').waitFor({ state: 'detached' })
    await page.clock.fastForward(2_000)
    await toast(page, 'That did not work.').waitFor({ state: 'detached' })
    expect(complaints).toEqual([])
  })

  it('are at most 350 pixels wide, centered at the bottom, and fit a small screen [W-TOAST-08]', async () => {
    const long = 'These are many words, and all of them have to fit into a toast of limited width.'
    for (const viewport of [
      { width: 1280, height: 720 },
      { width: 320, height: 600 },
    ]) {
      const { page } = await withWidget(viewport)
      await show(page, 'loading', long)
      await toast(page, long).waitFor()
      await toast(page, long).evaluate((element) =>
        Promise.all(element.getAnimations().map(({ finished }) => finished)),
      )
      const box = await toast(page, long).boundingBox()
      if (!box) throw new Error('The toast is not there.')
      expect(box.width).toBeLessThanOrEqual(Math.min(350, viewport.width))
      if (viewport.width > 350) expect(box.width).toBe(350)
      expect(Math.abs(box.x + box.width / 2 - viewport.width / 2)).toBeLessThanOrEqual(1)
      expect(box.y).toBeGreaterThan(viewport.height / 2)
      expect(box.y + box.height).toBeLessThanOrEqual(viewport.height)
    }
  })
})
