import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { axeViolations, contrastViolations, sharedBrowser } from './browser.ts'
import { type InboxMessage, newestMessage, type RunningProcess, startDevelopment } from './provider.ts'

let provider: RunningProcess
let browser: Browser
let page: Page

beforeAll(async () => {
  ;[provider, browser] = await Promise.all([startDevelopment(), sharedBrowser()])
  page = await browser.newPage()
})
afterAll(async () => {
  await page?.context().close()
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

type Mails = Record<'link' | 'code' | 'reset', string>
const sent = new Map<string, Promise<Mails>>()

/** A link, a code and a reset in one language, sent once. */
function mailsIn(locale: string): Promise<Mails> {
  const mails = sent.get(locale) ?? sendMails(locale)
  sent.set(locale, mails)
  return mails
}

async function sendMails(locale: string): Promise<Mails> {
  const to = `${locale}@example.com`
  const proof = { locale, code_challenge: 'c'.repeat(43) }
  const link = await send('/magic_links/email/login_or_create', to, { ...proof, create_user_as_pending: true })
  const code = await send('/otps/email/login_or_create', to, { locale })
  const reset = await send('/passwords/email/reset/start', to, proof)
  return { link: link.html, code: code.html, reset: reset.html }
}

/** A mail is an article inside the page of a mail client, which has the landmarks. */
async function problems(colorScheme: 'light' | 'dark'): Promise<string[]> {
  // Only colors differ in dark.
  const judge = colorScheme === 'light' ? axeViolations : contrastViolations
  return (await judge(page)).filter((found) => !/^(region|landmark-one-main):/.test(found))
}

async function draw(html: string, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 720 })
  await page.setContent(html)
}

const box = (selector: string): Promise<{ left: number; right: number; width: number }> =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => {
      const { left, right, width } = element.getBoundingClientRect()
      return { left: Math.round(left), right: Math.round(right), width: Math.round(width) }
    })

describe.each(['en', 'de', 'ar', 'ja'])('a mail in %s', (locale) => {
  it('is a mail that is accessible and does not scroll sideways on phones and desktops, light and dark', async () => {
    for (const [name, html] of Object.entries(await mailsIn(locale)))
      for (const width of [320, 390, 768]) {
        await draw(html, width)
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme })
          const overflow = await page.evaluate(
            () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
          )
          expect([name, width, overflow]).toEqual([name, width, 0])
          // One language of each direction: the markup is the same in all others.
          if (width === 390 && (locale === 'en' || locale === 'ar'))
            expect([name, await problems(colorScheme)]).toEqual([name, []])
        }
      }
  })

  it('is a mail with one button, as wide as the card on a phone and as its label elsewhere', async () => {
    const { link, reset } = await mailsIn(locale)
    for (const html of [link, reset]) {
      await draw(html, 390)
      expect(await page.locator('.button').count()).toBe(1)
      expect((await box('.button')).width).toBe((await box('h1')).width)
      await draw(html, 768)
      const [button, heading] = [await box('.button'), await box('h1')]
      expect(button.width).toBeLessThan(heading.width)
      // It starts at the edge where a line of text starts.
      const edge = locale === 'ar' ? 'right' : 'left'
      expect(button[edge]).toBe(heading[edge])
    }
  })
})

it('selects the code of a mail as digits by a double click, although it is drawn in two groups', async () => {
  const { code } = await mailsIn('en')
  await draw(code, 390)
  await page.locator('.code span').first().dblclick()
  expect(await page.evaluate(() => String(getSelection()).trim())).toMatch(/^\d{6}$/)
  const [first, second] = [await box('.code span:first-child'), await box('.code span:last-child')]
  expect(second.width).toBeGreaterThan(first.width)
})
