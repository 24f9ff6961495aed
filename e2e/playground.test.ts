import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { modern } from '@latchkey/widgets/themes'
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { axeViolations, contrastViolations, openPage, sharedBrowser } from './browser.ts'
import { createContexts } from './contexts.ts'
import { newestMessage, type RunningProcess, startDevelopment } from './provider.ts'

let provider: RunningProcess
let browser: Browser
let context: BrowserContext
let page: Page
let complaints: string[]
let people = 0
let email: string
let phone: string

const contexts = createContexts(() => browser, {
  viewport: { width: 1280, height: 800 },
  permissions: ['clipboard-read', 'clipboard-write'],
})

beforeAll(async () => {
  ;[provider, browser] = await Promise.all([startDevelopment(), sharedBrowser()])
})
afterAll(async () => {
  await contexts.end()
  await provider?.end()
})
beforeEach(async () => {
  people += 1
  email = `person-${people}@example.com`
  phone = `+1500555${String(people).padStart(4, '0')}`
  context = await contexts.take()
  ;({ page, complaints } = await openPage(context, `${provider.url}/`))
  await mainScreen()
})
afterEach(async () => {
  await contexts.giveBack()
  expect(complaints).toEqual([])
})

const stage = (on: Page = page): Locator => on.getByRole('region', { name: 'Widget' })
const inbox = (): Locator => page.getByRole('region', { name: 'Inbox' })
const events = (): Locator => page.getByRole('list', { name: 'Events, newest first' })
const passcode = (): Locator => stage().locator('input[autocomplete="one-time-code"]')
const mainScreen = (on: Page = page): Promise<void> =>
  stage(on).getByRole('heading', { name: 'Sign up or log in' }).waitFor()
const signedInAs = (name: string, on: Page = page): Promise<void> =>
  on.getByRole('heading', { name: `Signed in as ${name}` }).waitFor()

async function askForLink(to = email): Promise<Locator> {
  await stage().getByRole('textbox', { name: 'Email' }).fill(to)
  await stage().getByRole('button', { name: 'Continue' }).click()
  const message = inbox().getByRole('listitem').filter({ hasText: to }).first()
  await message.waitFor()
  return message
}

async function askForCode(tab: 'Text' | 'WhatsApp' = 'Text'): Promise<Locator> {
  await stage().getByRole('tab', { name: tab }).click()
  await stage().getByRole('textbox', { name: 'Phone number' }).fill(phone)
  await stage().getByRole('button', { name: 'Continue' }).click()
  await passcode().waitFor()
  const message = inbox().getByRole('listitem').filter({ hasText: phone }).first()
  await message.waitFor()
  return message
}

/** Copies the code with the inbox's own button, and pastes it into the widget. */
async function pasteCode(message: Locator): Promise<void> {
  await message.getByRole('button', { name: /^\d{6}/ }).click()
  await message.getByRole('button', { name: 'Copied' }).waitFor()
  await passcode().focus()
  await page.keyboard.press('ControlOrMeta+V')
}

/** A file on another origin. */
async function serveHtml(html: string): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.end(`<!doctype html><html lang="en"><title>Own page</title>${html}</html>`)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}/`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const openAllSettings = (): Promise<void> =>
  page.locator('details').evaluateAll((all) => {
    for (const details of all) details.setAttribute('open', '')
  })

const overflow = (): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

describe('signing in on the playground', () => {
  it('works with a magic link from the inbox next to the widget, and signs in both tabs', async () => {
    const message = await askForLink()
    const landingOpens = context.waitForEvent('page')
    await message.getByRole('link', { name: 'Open magic link' }).click()
    const landing = await landingOpens
    await signedInAs(email, landing)
    expect(landing.url()).toBe(`${provider.url}/`)
    await stage(landing).getByRole('heading', { name: 'Success!' }).waitFor()
    await signedInAs(email)
    await stage().getByRole('heading', { name: 'Success!' }).waitFor()
    expect(await events().locator('.event-name').allInnerTexts()).toEqual([
      'AUTHENTICATE_FLOW_COMPLETE',
      'MAGIC_LINK_LOGIN_OR_CREATE',
    ])
  })

  it('lets a link land on the address it was asked for on, be it another name of this machine', async () => {
    const address = `${provider.url.replace('localhost', '127.0.0.1')}/`
    await page.goto(address)
    await askForLink()
    const { links } = await newestMessage(provider.url, email)
    await page.goto(links[0] ?? '')
    await signedInAs(email)
    expect(page.url()).toBe(address)
  })

  it.each(['Text', 'WhatsApp'] as const)('works with a passcode by %s, copied from the inbox', async (tab) => {
    await pasteCode(await askForCode(tab))
    await signedInAs(phone)
    await events().getByText('AUTHENTICATE_FLOW_COMPLETE').waitFor()
    expect(await events().locator('.event-name').allInnerTexts()).toEqual([
      'AUTHENTICATE_FLOW_COMPLETE',
      'OTP_AUTHENTICATE',
      'OTP_LOGIN_OR_CREATE',
    ])
    await page.getByRole('button', { name: 'Details' }).click()
    const factor = `Passcode by ${tab === 'Text' ? 'text message' : 'WhatsApp'}`
    expect(await page.locator('#session-facts').innerText()).toContain(factor)
  })

  it('works with a passcode by email, once the configuration offers it', async () => {
    await page.getByRole('checkbox', { name: 'Magic links' }).uncheck()
    await page.getByRole('checkbox', { name: 'By text message' }).uncheck()
    await page.getByRole('checkbox', { name: 'By WhatsApp' }).uncheck()
    await page.getByRole('checkbox', { name: 'By email' }).check()
    await pasteCode(await askForLink())
    await signedInAs(email)
  })

  it('keeps the session over a reload, and logs out in every tab', async () => {
    await pasteCode(await askForCode())
    await signedInAs(phone)
    await page.reload()
    await signedInAs(phone)
    const other = await openPage(context, `${provider.url}/`)
    await signedInAs(phone, other.page)
    await page.getByRole('button', { name: 'Log out' }).click()
    for (const one of [page, other.page]) {
      await one.getByRole('heading', { name: 'Signed in as' }).waitFor({ state: 'detached' })
      await mainScreen(one)
    }
    expect((await context.cookies()).filter(({ name }) => name.startsWith('latchkey_session'))).toEqual([])
    expect(other.complaints).toEqual([])
  })

  it('gives the session the length that is set', async () => {
    await page.getByRole('textbox', { name: 'Session duration' }).fill('5')
    await pasteCode(await askForCode())
    await page.getByText(/^[45]:\d\d left$/).waitFor()
  })

  it('lists a refused code among the events, by its name and in words', async () => {
    const message = await askForCode()
    const code = await message.locator('.code-digits').innerText()
    await passcode().fill(code === '000000' ? '000001' : '000000')
    await stage().getByText('Invalid passcode, please try again.').waitFor()
    const entry = events().getByRole('listitem').first()
    expect(await entry.getAttribute('data-kind')).toBe('error')
    expect(await entry.innerText()).toMatch(/otp_code_not_found[\s\S]*Invalid passcode, please try again\./)
  })

  it('shows in the widget that a landing failed, and keeps the token out of the address bar', async () => {
    await page.goto(`${provider.url}/?latchkey_token_type=magic_links&token=nonsense`)
    await stage().getByRole('heading', { name: 'This link has expired' }).waitFor()
    expect(page.url()).toBe(`${provider.url}/`)
    await stage().locator('.latchkey').getByRole('button', { name: 'Start over' }).click()
    await mainScreen()
  })

  it('shows in the widget that a link was used before', async () => {
    await askForLink()
    const { links } = await newestMessage(provider.url, email)
    await page.goto(links[0] ?? '')
    await signedInAs(email)
    await page.getByRole('button', { name: 'Log out' }).click()
    await page.goto(links[0] ?? '')
    await stage().getByRole('heading', { name: 'This link has expired' }).waitFor()
    expect(page.url()).toBe(`${provider.url}/`)
    await stage().locator('.latchkey').getByRole('button', { name: 'Start over' }).click()
    await mainScreen()
  })

  it('validates before it sends, and sends once on repeated submits', async () => {
    let sends = 0
    let release = (): void => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/magic_links/email/login_or_create', async (route) => {
      sends += 1
      await held
      await route.continue()
    })
    const button = stage().getByRole('button', { name: 'Continue' })
    const address = stage().getByRole('textbox', { name: 'Email' })
    await button.click()
    await stage().getByText('Email format is invalid.').waitFor()
    await address.fill(email)
    for (let i = 0; i < 3; i++) await address.press('Enter')
    await button.click({ force: true })
    release()
    await stage().getByRole('heading', { name: 'Check your email' }).waitFor()
    expect(sends).toBe(1)
  })

  it('says so when the provider cannot be reached, and goes on once it can', async () => {
    await page.route('**/{sdk,dev}/**', (route) => route.abort())
    await stage().getByRole('textbox', { name: 'Email' }).fill(email)
    await stage().getByRole('button', { name: 'Continue' }).click()
    await stage().getByText('No answer.').waitFor()
    await inbox().getByRole('alert').waitFor()
    expect(await stage().getByRole('textbox', { name: 'Email' }).inputValue()).toBe(email)
    await page.unroute('**/{sdk,dev}/**')
    await inbox().getByRole('alert').waitFor({ state: 'detached' })
    await askForLink()
  })
})

describe('the flow on the playground', () => {
  it('is recorded step by step, without anything about the person, and plays again', async () => {
    await pasteCode(await askForCode())
    await signedInAs(phone)
    await page.getByRole('tab', { name: 'Flow' }).click()
    const steps = page.getByRole('list', { name: 'Steps of the flow, newest first' })
    await steps.getByText('code_accepted').waitFor()
    await page.getByText('A replay leads to the same screens.').waitFor()
    const output = page.getByRole('region', { name: 'Events and code' })
    await output.getByRole('button', { name: 'Copy recording' }).click()
    await output.getByRole('button', { name: 'Copied' }).waitFor()
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    expect(copied).toContain('code_accepted')
    expect(copied).not.toContain(phone.slice(-7))
  })
})

describe('configuring the playground', () => {
  it('changes products at once, keeps them over a reload, and puts them back', async () => {
    const tabs = (): Promise<string[]> => stage().getByRole('tab').allInnerTexts()
    expect(await tabs()).toEqual(['Email', 'Text', 'WhatsApp'])
    await page.getByRole('checkbox', { name: 'By WhatsApp' }).uncheck()
    await expect.poll(tabs).toEqual(['Email', 'Text'])
    await page.reload()
    await mainScreen()
    expect(await tabs()).toEqual(['Email', 'Text'])
    await page.getByRole('button', { name: 'Reset' }).click()
    await expect.poll(tabs).toEqual(['Email', 'Text', 'WhatsApp'])
  })

  it('shows the error of an invalid configuration, and how to fix it', async () => {
    await page.getByRole('checkbox', { name: 'By email' }).check()
    await stage().getByText('Error: Cannot use both EML and Email OTP').waitFor()
    await page.getByRole('status').getByText('Turn off Magic links').waitFor()
  })

  it('changes the look at once, without losing what was typed', async () => {
    const container = stage().locator('.latchkey-container')
    const look = (): Promise<string[]> =>
      container.evaluate((element) => {
        const { backgroundColor, borderRadius, width, fontFamily } = getComputedStyle(element)
        return [backgroundColor, borderRadius, width, fontFamily]
      })
    await stage().getByRole('textbox', { name: 'Email' }).fill('half@typ')
    expect(await look()).toEqual(['rgb(255, 255, 255)', '18px', '400px', modern.fontFamily])
    await page.getByRole('button', { name: 'Night' }).click()
    await page.getByRole('slider', { name: 'Radius' }).fill('20')
    await page.getByRole('slider', { name: 'Width' }).fill('360')
    await page.getByRole('combobox', { name: 'Font' }).selectOption('Mono')
    await page.getByLabel('Background').fill('#102030')
    await expect.poll(look).toEqual(['rgb(16, 32, 48)', '20px', '360px', 'ui-monospace, Menlo, Consolas, monospace'])
    expect(await stage().getByRole('textbox', { name: 'Email' }).inputValue()).toBe('half@typ')
    await page.getByRole('checkbox', { name: 'Header' }).uncheck()
    expect(await stage().getByText('Sign up or log in').count()).toBe(0)
    await page.getByRole('checkbox', { name: 'Logo' }).check()
    const logo = stage().locator('img')
    await expect.poll(() => logo.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(0)
  })

  it('speaks German, and the visitor’s own words', async () => {
    await page.locator('summary', { hasText: 'Texts' }).click()
    await page.getByRole('combobox', { name: 'Language' }).selectOption('de')
    await expect.poll(() => stage().getByRole('button', { name: 'Continue' }).count()).toBe(0)
    await page.getByRole('textbox', { name: 'main.title' }).fill('Guten Tag')
    await stage().getByRole('heading', { name: 'Guten Tag' }).waitFor()
    await page.getByRole('button', { name: 'Reset all strings' }).click()
    await stage().getByRole('heading', { name: 'Guten Tag' }).waitFor({ state: 'detached' })
  })

  it('puts the widget into a shadow root and takes it out again', async () => {
    const hosts = (): Promise<number> =>
      page.evaluate(() => [...document.querySelectorAll('.widget *')].filter((element) => element.shadowRoot).length)
    expect(await hosts()).toBe(0)
    await page.locator('summary', { hasText: 'Embedding' }).click()
    await page.getByRole('checkbox', { name: 'Shadow DOM' }).check()
    await expect.poll(hosts).toBe(1)
    await pasteCode(await askForCode())
    await signedInAs(phone)
  })

  it('shows the code of what is set, to be copied', async () => {
    await page.getByRole('checkbox', { name: 'Magic links' }).uncheck()
    await page.getByRole('tab', { name: 'React' }).click()
    await page.getByRole('tabpanel', { name: 'React' }).getByRole('button', { name: 'Copy code' }).click()
    await page.getByRole('button', { name: 'Copied' }).waitFor()
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    expect(copied).toContain(`domains: { api: '${provider.url}' }`)
    expect(copied).toContain(`products: ['otp'],`)
    expect(copied).not.toContain('authenticateByUrl')
    await page.getByRole('tab', { name: 'HTML' }).click()
    await page.getByRole('tabpanel', { name: 'HTML' }).getByText('mountLogin({').waitFor()
  })

  it('shows HTML that runs unchanged in a file on another origin', async () => {
    await page.getByRole('tab', { name: 'HTML' }).click()
    const site = await serveHtml(await page.getByRole('tabpanel', { name: 'HTML' }).locator('code').innerText())
    try {
      const own = await openPage(context, site.url)
      await own.page.getByRole('textbox', { name: 'Email' }).fill(email)
      await own.page.getByRole('button', { name: 'Continue' }).click()
      const { links } = await newestMessage(provider.url, email)
      await own.page.goto(links[0] ?? '')
      const signOut = own.page.getByRole('button', { name: 'Sign out' })
      await signOut.waitFor()
      expect(own.page.url()).toBe(site.url)
      await own.page.reload()
      await signOut.click()
      await own.page.getByRole('heading', { name: 'Sign up or log in' }).waitFor()
      expect(own.complaints).toEqual([])
    } finally {
      await site.close()
    }
  })
})

describe('the playground is accessible', () => {
  it('signs in with the keyboard alone', async () => {
    // From the button before the widget, forwards: tabs, the country, then the field.
    await stage().getByRole('button', { name: 'Start over' }).focus()
    await page.keyboard.press('Tab')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.type(phone)
    await page.keyboard.press('Enter')
    await passcode().waitFor()
    const { codes } = await newestMessage(provider.url, phone)
    const code = inbox().getByRole('button', { name: codes[0] ?? '' })
    await code.waitFor()
    for (let presses = 0; presses < 60; presses++) {
      if (await code.evaluate((button) => button === document.activeElement)) break
      await page.keyboard.press('Tab')
    }
    await page.keyboard.press('Enter')
    await inbox().getByRole('button', { name: 'Copied' }).waitFor()
    for (let presses = 0; presses < 60; presses++) {
      if (await passcode().evaluate((input) => input === document.activeElement)) break
      await page.keyboard.press('Shift+Tab')
    }
    await page.keyboard.press('ControlOrMeta+V')
    await signedInAs(phone)
  })

  it('moves between events and code with the arrow keys', async () => {
    await page.getByRole('tab', { name: 'Events' }).focus()
    await page.keyboard.press('ArrowRight')
    await page.getByRole('tabpanel', { name: 'Flow' }).waitFor()
    await page.keyboard.press('ArrowRight')
    await page.getByRole('tabpanel', { name: 'React' }).waitFor()
    await page.keyboard.press('End')
    await page.getByRole('tabpanel', { name: 'HTML' }).waitFor()
    await page.keyboard.press('ArrowRight')
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Events')
  })

  describe('axe finds nothing, in light and in dark,', () => {
    let found: Record<string, string[]>
    const look = async (state: string, ...parts: string[]): Promise<void> => {
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        const judge = colorScheme === 'light' ? axeViolations : contrastViolations
        const violations = await judge(page, ...parts)
        if (violations.length > 0) found[`${state}, ${colorScheme}`] = violations
      }
    }
    beforeEach(async () => {
      found = {}
      await page.emulateMedia({ reducedMotion: 'reduce' })
    })

    it('whatever preset is chosen and with every setting open', async () => {
      for (const preset of ['Modern', 'Default', 'Night', 'Meadow', 'Paper']) {
        await page.getByRole('button', { name: preset }).click()
        // A preset changes the widget and the settings of its looks, and nothing else on the page.
        await look(preset, '.preview-area', ':has(> .presets)')
      }
      await openAllSettings()
      await page.getByRole('checkbox', { name: 'Logo' }).check()
      await look('all settings')
      expect(found).toEqual({})
    })

    it('during a sign-in', async () => {
      await askForLink()
      await look('link sent')
      await stage().getByRole('button', { name: 'Start over' }).click()
      const message = await askForCode()
      await look('code sent')
      await pasteCode(message)
      await signedInAs(phone)
      await page.getByRole('button', { name: 'Details' }).click()
      await page.getByRole('tab', { name: 'HTML' }).click()
      await look('signed in')
      expect(found).toEqual({})
    })

    it('when a link did not work', async () => {
      await page.goto(`${provider.url}/?latchkey_token_type=magic_links&token=nonsense`)
      await stage().getByRole('heading', { name: 'This link has expired' }).waitFor()
      await look('landing failed')
      expect(found).toEqual({})
    })
  })

  it('keeps a long inbox in its place, and the page no longer than what it shows', async () => {
    for (let sent = 0; sent < 5; sent++) {
      await askForLink(`${sent}-${email}`)
      await stage().getByRole('button', { name: 'Start over' }).click()
    }
    const tooLong: number[] = []
    for (const width of [1280, 768, 390]) {
      await page.setViewportSize({ width, height: 800 })
      const isLong = await page.evaluate(() => {
        const end = document.querySelector('.shell')?.getBoundingClientRect().bottom ?? 0
        const inboxHeight = document.querySelector('.inbox-panel')?.getBoundingClientRect().height ?? 0
        return document.documentElement.scrollHeight > Math.max(innerHeight, end + 1) || inboxHeight > innerHeight
      })
      if (isLong) tooLong.push(width)
    }
    expect(tooLong).toEqual([])
  })

  it('never scrolls sideways at 320, 390, 768 or 1280 pixels', async () => {
    const wide: string[] = []
    const look = async (state: string): Promise<void> => {
      // The narrowest comes last: there everything is done.
      for (const width of [1280, 768, 390, 320]) {
        await page.setViewportSize({ width, height: 800 })
        if ((await overflow()) > 0) wide.push(`${state}, ${width}`)
      }
    }
    await look('empty')
    await page.getByRole('button', { name: 'Configure' }).click()
    await openAllSettings()
    await page.getByRole('slider', { name: 'Width' }).fill('560')
    await look('configuration open')
    await askForLink(`a-user-with-a-rather-long-name-${people}@a-long-domain.example.com`)
    await look('link sent')
    await stage().getByRole('button', { name: 'Start over' }).click()
    await pasteCode(await askForCode())
    await signedInAs(phone)
    await page.getByRole('button', { name: 'Details' }).click()
    await look('signed in')
    await page.getByRole('tab', { name: 'React' }).click()
    await look('code')
    expect(wide).toEqual([])
  })
})
