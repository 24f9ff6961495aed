import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { axeViolations, sharedBrowser } from './browser.ts'
import { type InboxMessage, newestMessage, type RunningProcess, startDevelopment } from './provider.ts'

let provider: RunningProcess
let browser: Browser

beforeAll(async () => {
  ;[provider, browser] = await Promise.all([startDevelopment(), sharedBrowser()])
})
afterAll(async () => {
  await provider?.end()
})

async function send(path: string, to: string, body: object): Promise<InboxMessage> {
  const token = 'public-token-test-11111111-1111-4111-8111-111111111111'
  await fetch(`${provider.url}/dev/inbox`, { method: 'DELETE' })
  const response = await fetch(`${provider.url}/sdk/v1${path}`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${token}:${token}`).toString('base64')}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ email: to, ...body }),
  })
  expect(response.status).toBe(200)
  return newestMessage(provider.url, to)
}

/** A link, a code and a reset, in one language. */
async function mailsIn(locale: string): Promise<Record<'link' | 'code' | 'reset', string>> {
  const to = `${locale}@example.com`
  const proof = { locale, code_challenge: 'c'.repeat(43) }
  const link = await send('/magic_links/email/login_or_create', to, { ...proof, create_user_as_pending: true })
  const code = await send('/otps/email/login_or_create', to, { locale })
  const reset = await send('/passwords/email/reset/start', to, proof)
  return { link: link.html, code: code.html, reset: reset.html }
}

/** A mail is an article inside the page of a mail client, which has the landmarks. */
async function problems(page: Page): Promise<string[]> {
  return (await axeViolations(page)).filter((found) => !/^(region|landmark-one-main):/.test(found))
}

async function draw(context: BrowserContext, html: string, width: number): Promise<Page> {
  const page = await context.newPage()
  await page.setViewportSize({ width, height: 720 })
  await page.setContent(html)
  return page
}

const box = (page: Page, selector: string): Promise<{ left: number; right: number; width: number }> =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => {
      const { left, right, width } = element.getBoundingClientRect()
      return { left: Math.round(left), right: Math.round(right), width: Math.round(width) }
    })

describe.each(['en', 'de', 'ar', 'ja'])('a mail in %s', (locale) => {
  it('is accessible and does not scroll sideways on phones and desktops, light and dark', async () => {
    const mails = await mailsIn(locale)
    for (const colorScheme of ['light', 'dark'] as const) {
      const context = await browser.newContext({ colorScheme })
      for (const [name, html] of Object.entries(mails))
        for (const width of [320, 390, 768]) {
          const page = await draw(context, html, width)
          const overflow = await page.evaluate(
            () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
          )
          expect([name, width, overflow]).toEqual([name, width, 0])
          // One language of each direction: the markup is the same in all others.
          if (width === 390 && (locale === 'en' || locale === 'ar'))
            expect([name, await problems(page)]).toEqual([name, []])
          await page.close()
        }
      await context.close()
    }
  })

  it('has one button, as wide as the card on a phone and as its label elsewhere', async () => {
    const { link, reset } = await mailsIn(locale)
    const context = await browser.newContext()
    for (const html of [link, reset]) {
      const phone = await draw(context, html, 390)
      expect(await phone.locator('.button').count()).toBe(1)
      expect((await box(phone, '.button')).width).toBe((await box(phone, 'h1')).width)
      const desktop = await draw(context, html, 768)
      const [button, heading] = [await box(desktop, '.button'), await box(desktop, 'h1')]
      expect(button.width).toBeLessThan(heading.width)
      // It begins where reading does.
      const edge = locale === 'ar' ? 'right' : 'left'
      expect(button[edge]).toBe(heading[edge])
    }
    await context.close()
  })
})

it('the code of a mail is selected as digits by a double click, though it is drawn in two groups', async () => {
  const { code } = await mailsIn('en')
  const context = await browser.newContext()
  const page = await draw(context, code, 390)
  await page.locator('.code span').first().dblclick()
  expect(await page.evaluate(() => String(getSelection()).trim())).toMatch(/^\d{6}$/)
  const [first, second] = [await box(page, '.code span:first-child'), await box(page, '.code span:last-child')]
  expect(second.width).toBeGreaterThan(first.width)
  await context.close()
})
