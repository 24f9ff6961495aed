import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { axeViolations, launchBrowser, openPage } from './browser.ts'
import { newestMessage, type RunningProcess, startDevelopment } from './provider.ts'

let provider: RunningProcess
let browser: Browser
let context: BrowserContext
let page: Page
let complaints: string[]
let people = 0
let email: string

beforeAll(async () => {
  ;[provider, browser] = await Promise.all([startDevelopment(), launchBrowser()])
})
afterAll(async () => {
  await browser?.close()
  await provider?.end()
})
beforeEach(async () => {
  people += 1
  email = `person-${people}@example.com`
  context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] })
  ;({ page, complaints } = await openPage(context, `${provider.url}/`))
  await page.getByRole('heading', { name: 'Log in or sign up' }).waitFor()
})
afterEach(async () => {
  await context.close()
  expect(complaints).toEqual([])
})

const loggedIn = (on: Page = page) => on.getByRole('heading', { name: 'You are logged in' }).waitFor()

const codeField = () => page.getByRole('textbox', { name: 'Code' })

async function ask(way: string, to: string, label = 'E-mail address') {
  await page.getByRole('radio', { name: way }).check()
  await page.getByLabel(label).fill(to)
  await page.getByRole('button', { name: /^Send the/ }).click()
}

describe('the sign-in page', () => {
  it('signs in with a magic link opened from the inbox page, in both tabs', async () => {
    await ask('E-mail link', email)
    await page.getByRole('heading', { name: 'Check your mail' }).waitFor()
    const inboxOpens = context.waitForEvent('page')
    await page.getByRole('link', { name: 'Open the inbox' }).click()
    const inbox = await inboxOpens
    const landingOpens = context.waitForEvent('page')
    await inbox.getByRole('link', { name: 'Open the link' }).click()
    const landing = await landingOpens
    await loggedIn(landing)
    expect(landing.url()).toBe(`${provider.url}/`)
    await loggedIn()
    expect(await page.locator('#hello').textContent()).toBe(`As ${email}.`)
  })

  it('signs in with a magic link read from the JSON', async () => {
    await ask('E-mail link', email)
    await page.getByRole('heading', { name: 'Check your mail' }).waitFor()
    const { links } = await newestMessage(provider.url, email)
    await page.goto(links[0] ?? '')
    await loggedIn()
    expect(page.url()).toBe(`${provider.url}/`)
  })

  it('signs in with a passcode copied from the inbox page', async () => {
    await ask('E-mail code', email)
    await page.getByRole('heading', { name: 'Enter your code' }).waitFor()
    const inbox = await openPage(context, `${provider.url}/inbox?to=${encodeURIComponent(email)}`)
    await inbox.page.getByRole('button', { name: /^\d{6}/ }).click()
    await inbox.page.getByRole('button', { name: 'Copied' }).waitFor()
    const copied = await inbox.page.evaluate(() => navigator.clipboard.readText())
    await codeField().fill(copied)
    await loggedIn()
    expect(inbox.complaints).toEqual([])
  })

  it.each(['Text message', 'WhatsApp'])('signs in with a passcode by %s read from the JSON', async (way) => {
    const phone = `+1500555${String(people).padStart(4, '0')}`
    await ask(way, phone, 'Phone number')
    await page.getByRole('heading', { name: 'Enter your code' }).waitFor()
    const { codes } = await newestMessage(provider.url, phone)
    await codeField().fill(codes[0] ?? '')
    await loggedIn()
    expect(await page.locator('#hello').textContent()).toBe(`As ${phone}.`)
  })

  it('keeps the session over a reload, and logs out in every tab', async () => {
    await ask('E-mail code', email)
    const { codes } = await newestMessage(provider.url, email)
    await codeField().fill(codes[0] ?? '')
    await loggedIn()
    await page.reload()
    await loggedIn()
    const other = await openPage(context, `${provider.url}/`)
    await loggedIn(other.page)
    await page.getByRole('button', { name: 'Log out' }).click()
    await page.getByRole('heading', { name: 'Log in or sign up' }).waitFor()
    await other.page.getByRole('heading', { name: 'Log in or sign up' }).waitFor()
    expect((await context.cookies()).filter(({ name }) => name.startsWith('latchkey_session'))).toEqual([])
    expect(other.complaints).toEqual([])
  })

  it("shows the provider's words for a wrong code and keeps what was typed", async () => {
    await ask('E-mail code', email)
    const { codes } = await newestMessage(provider.url, email)
    const wrong = codes[0] === '000000' ? '000001' : '000000'
    await codeField().fill(wrong)
    const alert = page.locator('#code-error')
    await alert.getByText('otp_code_not_found').waitFor()
    expect([await codeField().inputValue(), await codeField().getAttribute('aria-invalid')]).toEqual([wrong, 'true'])
    await page.getByRole('button', { name: 'Go back' }).click()
    expect(await page.getByLabel('E-mail address').inputValue()).toBe(email)
  })

  it('says what is missing before it asks anybody', async () => {
    await page.getByRole('button', { name: 'Send the link' }).click()
    expect(await page.locator('#ask-error').textContent()).toBe('Enter your e-mail address.')
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('email')
  })

  it('sends once, however often the button is pressed', async () => {
    let sends = 0
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/otps/email/login_or_create', async (route) => {
      sends += 1
      await held
      await route.continue()
    })
    await page.getByRole('radio', { name: 'E-mail code' }).check()
    await page.getByLabel('E-mail address').fill(email)
    const button = page.locator('#ask-button')
    for (let i = 0; i < 5; i++) await button.click({ force: true })
    await page.getByLabel('E-mail address').press('Enter')
    release()
    await page.getByRole('heading', { name: 'Enter your code' }).waitFor()
    expect(sends).toBe(1)
  })

  it('says so when the provider cannot be reached, and keeps the address', async () => {
    await page.route('**/sdk/v1/**', (route) => route.abort())
    await ask('E-mail code', email)
    await page.locator('#ask-error').getByText('Unable to contact our servers.').waitFor()
    expect(await page.getByLabel('E-mail address').inputValue()).toBe(email)
  })

  it('says so when a link was used already', async () => {
    await ask('E-mail link', email)
    const { links } = await newestMessage(provider.url, email)
    await page.goto(links[0] ?? '')
    await loggedIn()
    await page.getByRole('button', { name: 'Log out' }).click()
    await page.getByRole('heading', { name: 'Log in or sign up' }).waitFor()
    const again = await page.goto(links[0] ?? '')
    expect(again?.status()).toBe(400)
  })

  it('has nothing for axe to find on any of its screens', async () => {
    const found: string[][] = [await axeViolations(page)]
    await page.getByRole('button', { name: 'Send the link' }).click()
    found.push(await axeViolations(page))
    await ask('E-mail link', email)
    await page.getByRole('heading', { name: 'Check your mail' }).waitFor()
    found.push(await axeViolations(page))
    await page.getByRole('button', { name: 'Go back' }).click()
    await ask('Text message', '+15005559999', 'Phone number')
    await page.getByRole('heading', { name: 'Enter your code' }).waitFor()
    found.push(await axeViolations(page))
    const { codes } = await newestMessage(provider.url, '+15005559999')
    await codeField().fill(codes[0] ?? '')
    await loggedIn()
    found.push(await axeViolations(page))
    await page.emulateMedia({ colorScheme: 'dark' })
    found.push(await axeViolations(page))
    expect(found).toEqual([[], [], [], [], [], []])
  })
})
