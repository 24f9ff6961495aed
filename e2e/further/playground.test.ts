import type { Page } from 'playwright-core'
import { beforeEach, expect, it } from 'vitest'
import { preparePlayground } from '../playground-page.ts'
import { newestMessage, type RunningProcess } from '../provider.ts'

const playground = preparePlayground()
const { widget, mainScreen, signedInAs, askForLink, askForCode, pasteCode } = playground
const { openAllSettings, openGroup, overflow, showCode, violations } = playground
let provider: RunningProcess
let page: Page
let email: string
let phone: string

beforeEach(() => {
  ;({ provider, page, email, phone } = playground)
})

it('returns from a link to the address that requested it, also with another name of this machine', async () => {
  const address = `${provider.url.replace('localhost', '127.0.0.1')}/`
  await page.goto(address)
  await askForLink()
  const { links } = await newestMessage(provider.url, email)
  await page.goto(links[0] ?? '')
  await signedInAs(email)
  expect(page.url()).toBe(address)
})

it('signs in with a passcode by email if the configuration offers it', async () => {
  await page.getByRole('checkbox', { name: 'By text message' }).uncheck()
  await page.getByRole('checkbox', { name: 'By WhatsApp' }).uncheck()
  await page.getByRole('checkbox', { name: 'By email' }).check()
  await pasteCode(await askForLink())
  await signedInAs(email)
})

it('creates a session with the configured duration', async () => {
  await openGroup('Session and embedding')
  await page.getByRole('textbox', { name: 'Session duration' }).fill('5')
  await pasteCode(await askForCode())
  await page.getByText(/^[45]:\d\d left$/).waitFor()
})

it('shows in the widget that a link was used before', async () => {
  await askForLink()
  const { links } = await newestMessage(provider.url, email)
  await page.goto(links[0] ?? '')
  await signedInAs(email)
  await page.getByRole('button', { name: 'Log out' }).click()
  await page.goto(links[0] ?? '')
  await widget().getByRole('heading', { name: 'This link has expired' }).waitFor()
  expect(page.url()).toBe(`${provider.url}/`)
  await widget().locator('.latchkey').getByRole('button', { name: 'Start over' }).click()
  await mainScreen()
})

it('shows in the widget that a link is invalid, and removes the token from the address bar', async () => {
  await page.goto(`${provider.url}/?latchkey_token_type=magic_links&token=nonsense`)
  await widget().getByRole('heading', { name: 'This link has expired' }).waitFor()
  expect(page.url()).toBe(`${provider.url}/`)
  await widget().locator('.latchkey').getByRole('button', { name: 'Start over' }).click()
  await mainScreen()
})

it('signs in with the widget in a shadow root', async () => {
  const hosts = (): Promise<number> =>
    page.evaluate(() => [...document.querySelectorAll('.widget *')].filter((element) => element.shadowRoot).length)
  expect(await hosts()).toBe(0)
  await openGroup('Session and embedding')
  await page.getByRole('checkbox', { name: 'Shadow DOM' }).check()
  await expect.poll(hosts).toBe(1)
  await pasteCode(await askForCode())
  await signedInAs(phone)
})

it('validates the email address before it sends, and sends once on repeated submits', async () => {
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
  const button = widget().getByRole('button', { name: 'Continue' })
  const address = widget().getByRole('textbox', { name: 'Email' })
  await button.click()
  await widget().getByText('Email format is invalid.').waitFor()
  await address.fill(email)
  for (let i = 0; i < 3; i++) await address.press('Enter')
  await button.click({ force: true })
  release()
  await widget().getByRole('heading', { name: 'Check your email' }).waitFor()
  expect(sends).toBe(1)
})

it('shows German texts, and texts of the visitor', async () => {
  await openGroup('Language and texts')
  await page.getByRole('combobox', { name: 'Language' }).selectOption('de')
  await expect.poll(() => widget().getByRole('button', { name: 'Continue' }).count()).toBe(0)
  await page.getByRole('textbox', { name: 'main.title' }).fill('Guten Tag')
  await widget().getByRole('heading', { name: 'Guten Tag' }).waitFor()
  await page.getByRole('button', { name: 'Reset all strings' }).click()
  await widget().getByRole('heading', { name: 'Guten Tag' }).waitFor({ state: 'detached' })
})

it.each([
  ['Faults', 'Codes, links and sessions expire'],
  ['Users', 'What an operator does'],
])('shows the content of the group %s, which is opened at the end of the panel', async (group, text) => {
  await openGroup(group)
  const isVisible = (): Promise<boolean> =>
    page.getByText(text).evaluate((element) => element.getBoundingClientRect().bottom <= innerHeight)
  await expect.poll(isVisible).toBe(true)
})

it('moves between the tabs of events and code with the arrow keys', async () => {
  await page.getByRole('tab', { name: 'Events' }).focus()
  await page.keyboard.press('ArrowRight')
  await page.getByRole('tabpanel', { name: 'Flow' }).waitFor()
  await page.keyboard.press('End')
  await page.getByRole('tabpanel', { name: 'React' }).waitFor()
  await page.keyboard.press('ArrowRight')
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Events')
})

it('has no axe violations with any preset, in light and dark', async () => {
  const found: string[] = []
  await openGroup('Look')
  for (const preset of ['Modern', 'Default', 'Night', 'Meadow', 'Paper']) {
    await page.getByRole('button', { name: preset }).click()
    // A preset changes the widget and the settings of its theme, and nothing else on the page.
    found.push(...(await violations(preset, '.preview-area', ':has(> .presets)')))
  }
  await openAllSettings()
  await page.getByRole('checkbox', { name: 'Logo' }).check()
  found.push(...(await violations('all settings')))
  expect(found).toEqual([])
})

it('has no axe violations during a sign-in, in light and dark', async () => {
  await askForLink()
  const found = await violations('link sent')
  await widget().getByRole('button', { name: 'Start over' }).click()
  const message = await askForCode()
  found.push(...(await violations('code sent')))
  await pasteCode(message)
  await signedInAs(phone)
  await page.getByRole('button', { name: 'Details' }).click()
  await showCode('HTML')
  found.push(...(await violations('signed in')))
  expect(found).toEqual([])
})

it('has no axe violations on the screen of an invalid link, in light and dark', async () => {
  await page.goto(`${provider.url}/?latchkey_token_type=magic_links&token=nonsense`)
  await widget().getByRole('heading', { name: 'This link has expired' }).waitFor()
  expect(await violations('invalid link')).toEqual([])
})

it('scrolls a long inbox inside of its panel', async () => {
  for (let sent = 0; sent < 5; sent++) {
    await askForLink(`${sent}-${email}`)
    await widget().getByRole('button', { name: 'Start over' }).click()
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

it('does not scroll sideways at 320, 390, 768 or 1280 px during a sign-in', async () => {
  const wide: string[] = []
  const measure = async (state: string): Promise<void> => {
    // The narrowest comes last, because the following steps are done there.
    for (const width of [1280, 768, 390, 320]) {
      await page.setViewportSize({ width, height: 800 })
      if ((await overflow()) > 0) wide.push(`${state}, ${width}`)
    }
  }
  await measure('empty, configuration open')
  await page.reload()
  await mainScreen()
  await measure('empty')
  await page.getByRole('button', { name: 'Configure' }).click()
  await openAllSettings()
  await page.getByRole('slider', { name: 'Width' }).fill('560')
  await measure('configuration open')
  await askForLink(`a-user-with-a-rather-long-name@a-long-domain.example.com`)
  await measure('link sent')
  await widget().getByRole('button', { name: 'Start over' }).click()
  await pasteCode(await askForCode())
  await signedInAs(phone)
  await page.getByRole('button', { name: 'Details' }).click()
  await measure('signed in')
  await showCode('React')
  await measure('code')
  expect(wide).toEqual([])
})
