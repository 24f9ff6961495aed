import { modern } from '@latchkey/widgets/themes'
import type { BrowserContext, Page } from 'playwright-core'
import { beforeEach, expect, it } from 'vitest'
import { openPage } from './browser.ts'
import { preparePlayground, serveHtml } from './playground-page.ts'
import { newestMessage, type RunningProcess } from './provider.ts'

const isFull = process.env.TEST_MATRIX === 'full'
const playground = preparePlayground()
const { widget, inbox, events, passcodeField, mainScreen, signedInAs } = playground
const { askForLink, askForCode, pasteCode, pollInbox, openAllSettings, openGroup, overflow, violations } = playground
const { share, showCode } = playground
let provider: RunningProcess
let context: BrowserContext
let page: Page
let email: string
let phone: string

beforeEach(() => {
  ;({ provider, context, page, email, phone } = playground)
})

it('signs in by a magic link from the inbox next to the widget, in both tabs', async () => {
  const message = await askForLink()
  const landingOpens = context.waitForEvent('page')
  await message.getByRole('link', { name: 'Open magic link' }).click()
  const landing = await landingOpens
  await signedInAs(email, landing)
  expect(landing.url()).toBe(`${provider.url}/`)
  await widget(landing).getByRole('heading', { name: 'Success!' }).waitFor()
  await signedInAs(email)
  await widget().getByRole('heading', { name: 'Success!' }).waitFor()
  expect(await events().locator('.event-name').allInnerTexts()).toEqual([
    'AUTHENTICATE_FLOW_COMPLETE',
    'MAGIC_LINK_LOGIN_OR_CREATE',
  ])
})

it.each((isFull ? ['Text', 'WhatsApp'] : ['Text']) as ('Text' | 'WhatsApp')[])(
  'signs in with a passcode by %s, copied from the inbox',
  async (tab) => {
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
  },
)

it('keeps the session over a reload, and logs out in all tabs', async () => {
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

it('lists a rejected code among the events, with its error type and its text', async () => {
  const message = await askForCode()
  const code = await message.locator('.code-digits').innerText()
  await passcodeField().fill(code === '000000' ? '000001' : '000000')
  await widget().getByText('Invalid passcode, please try again.').waitFor()
  const entry = events().getByRole('listitem').first()
  expect(await entry.getAttribute('data-kind')).toBe('error')
  expect(await entry.innerText()).toMatch(/otp_code_not_found[\s\S]*Invalid passcode, please try again\./)
})

it('shows that the provider does not respond, and continues when it does', async () => {
  await page.route('**/{sdk,dev}/**', (route) => route.abort())
  await widget().getByRole('textbox', { name: 'Email' }).fill(email)
  await widget().getByRole('button', { name: 'Continue' }).click()
  await widget().getByText('No answer.').waitFor()
  await pollInbox()
  await inbox().getByRole('alert').waitFor()
  expect(await widget().getByRole('textbox', { name: 'Email' }).inputValue()).toBe(email)
  await page.unroute('**/{sdk,dev}/**')
  await pollInbox()
  await inbox().getByRole('alert').waitFor({ state: 'detached' })
  await askForLink()
})

it('records the flow step by step without personal data, and replays it', async () => {
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

it('changes the products at once, keeps them over a reload, and resets them', async () => {
  const tabs = (): Promise<string[]> => widget().getByRole('tab').allInnerTexts()
  expect(await tabs()).toEqual(['Email', 'Text', 'WhatsApp'])
  await page.getByRole('checkbox', { name: 'By WhatsApp' }).uncheck()
  await expect.poll(tabs).toEqual(['Email', 'Text'])
  await page.reload()
  await mainScreen()
  expect(await tabs()).toEqual(['Email', 'Text'])
  await page.getByRole('button', { name: 'Reset' }).click()
  await expect.poll(tabs).toEqual(['Email', 'Text', 'WhatsApp'])
})

it('turns magic links off when codes by email are turned on, because an address gets one of them', async () => {
  await page.getByRole('checkbox', { name: 'By email' }).check()
  expect(await page.getByRole('checkbox', { name: 'Magic links' }).isChecked()).toBe(false)
  await askForLink()
  await passcodeField().waitFor()
})

it('fills a code from the inbox into the widget', async () => {
  const message = await askForCode()
  await message.getByRole('button', { name: 'Fill in' }).click()
  await signedInAs(phone)
})

it('opens a shared URL with all methods, and shares its own', async () => {
  await share('products=otp+passwords+oauth+passkeys+crypto&providers=github+figma&locale=de')
  for (const name of ['GitHub', 'Figma', 'Fake wallet (Ethereum)', 'Fake wallet (Solana)'])
    await widget()
      .getByRole('button', { name: `Weiter mit ${name}` })
      .waitFor()
  await page.getByRole('checkbox', { name: 'Passwords' }).uncheck()
  await page.getByRole('button', { name: 'Share' }).click()
  await page.getByRole('button', { name: 'Copied' }).waitFor()
  const shared = await page.evaluate(() => navigator.clipboard.readText())
  expect(shared).toBe(page.url())
  const other = await openPage(context, shared)
  await widget(other.page).getByRole('button', { name: 'Weiter mit Figma' }).waitFor()
  expect(await other.page.getByRole('checkbox', { name: 'Passwords' }).isChecked()).toBe(false)
  expect(other.complaints).toEqual([])
})

it('changes the theme at once, and keeps the typed text', async () => {
  const container = widget().locator('.latchkey-container')
  const styles = (): Promise<string[]> =>
    container.evaluate((element) => {
      const { backgroundColor, borderRadius, width, fontFamily } = getComputedStyle(element)
      return [backgroundColor, borderRadius, width, fontFamily]
    })
  await widget().getByRole('textbox', { name: 'Email' }).fill('half@typ')
  expect(await styles()).toEqual(['rgb(255, 255, 255)', '18px', '400px', modern.fontFamily])
  await openGroup('Look')
  await page.getByRole('button', { name: 'Night' }).click()
  await page.getByRole('slider', { name: 'Radius' }).fill('20')
  await page.getByRole('slider', { name: 'Width' }).fill('360')
  await page.getByRole('combobox', { name: 'Font' }).selectOption('Mono')
  await page.getByLabel('Background').fill('#102030')
  await expect.poll(styles).toEqual(['rgb(16, 32, 48)', '20px', '360px', 'ui-monospace, Menlo, Consolas, monospace'])
  expect(await widget().getByRole('textbox', { name: 'Email' }).inputValue()).toBe('half@typ')
  await page.getByRole('checkbox', { name: 'Header' }).uncheck()
  expect(await widget().getByText('Sign up or log in').count()).toBe(0)
  await page.getByRole('checkbox', { name: 'Logo' }).check()
  const logo = widget().locator('img')
  await expect.poll(() => logo.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(0)
})

it('copies the code of the configured widget', async () => {
  await page.getByRole('checkbox', { name: 'Magic links' }).uncheck()
  const react = await showCode('React')
  await react.getByRole('button', { name: 'Copy code' }).click()
  await page.getByRole('button', { name: 'Copied' }).waitFor()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toContain(`domains: { api: '${provider.url}' }`)
  expect(copied).toContain(`products: ['otp'],`)
  expect(copied).not.toContain('authenticateByUrl')
  await (await showCode('HTML')).getByText('mountLogin({').waitFor()
})

it('shows HTML that runs unchanged in a file on another origin', async () => {
  const html = await showCode('HTML')
  const site = await serveHtml(await html.locator('pre').innerText())
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

it('signs in with the keyboard alone', async () => {
  // From the button before the widget, forwards: tabs, the country, then the field.
  await widget().getByRole('button', { name: 'Start over' }).focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.type(phone)
  await page.keyboard.press('Enter')
  await passcodeField().waitFor()
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
    if (await passcodeField().evaluate((input) => input === document.activeElement)) break
    await page.keyboard.press('Shift+Tab')
  }
  await page.keyboard.press('ControlOrMeta+V')
  await signedInAs(phone)
})

it('has no axe violations with every setting open and a link sent, in light and dark', async () => {
  await openAllSettings()
  await page.getByRole('checkbox', { name: 'Logo' }).check()
  await askForLink()
  expect(await violations('all settings')).toEqual([])
})

it('does not scroll sideways at 320, 390, 768 or 1280 px with every setting open', async () => {
  await page.setViewportSize({ width: 320, height: 800 })
  await page.reload()
  await mainScreen()
  expect(await overflow()).toBe(0)
  await page.getByRole('button', { name: 'Configure' }).click()
  await openAllSettings()
  await page.getByRole('slider', { name: 'Width' }).fill('560')
  const wide: number[] = []
  for (const width of [320, 390, 768, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    if ((await overflow()) > 0) wide.push(width)
  }
  expect(wide).toEqual([])
})
