import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { launchBrowser } from '../browser.ts'
import { startDevelopment } from '../provider.ts'
import { openGallery, type View } from './gallery-site.ts'

/** The largest height that a viewer can read. */
const sheet = 2_000

/** Takes screenshots of the gallery, or of a part of it, at each width. */
export async function takeGalleryPictures(folder: string, view: View, widths: readonly number[]): Promise<void> {
  await mkdir(folder, { recursive: true })
  const [provider, browser] = await Promise.all([startDevelopment(), launchBrowser()])
  try {
    for (const width of widths) {
      const context = await browser.newContext({ viewport: { width, height: 900 } })
      const { page, complaints } = await openGallery(context, provider.url, view)
      const name = ['gallery', ...Object.values(view), width].join('-').replaceAll('/', '-')
      const end = await page.evaluate(() => document.documentElement.scrollHeight)
      for (let y = 0; y < end; y += sheet) {
        const clip = { x: 0, y, width, height: Math.min(sheet, end - y) }
        const path = join(folder, `${name}-${y / sheet + 1}.png`)
        await page.screenshot({ path, clip, fullPage: true, animations: 'disabled' })
      }
      for (const complaint of complaints) process.stderr.write(`${name}: ${complaint}\n`)
      await context.close()
    }
  } finally {
    await browser.close()
    await provider.end()
  }
}
