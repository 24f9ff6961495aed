import { oauthProviders } from '@latchkey/contract'
import type { Locator, Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { preparePlayground } from '../playground-page.ts'
import { newestMessage, type RunningProcess } from '../provider.ts'
import { plugIn } from '../widgets/passkey-page.ts'

const playground = preparePlayground()
const { widget, events, mainScreen, signedInAs, askForCode, askForLink, openGroup, share } = playground
let provider: RunningProcess
let page: Page
let email: string
let phone: string

beforeEach(() => {
  ;({ provider, page, email, phone } = playground)
})

const password = 'mossy lantern tide 42 correct'
const button = (name: string): Locator => widget().getByRole('button', { name, exact: true })
const details = (): Locator => page.locator('#session-facts')

/** With the login widget in front of another one. */
async function signInByEmailCode(): Promise<void> {
  const message = await askForLink()
  await message.getByRole('button', { name: 'Fill in' }).click()
}

async function signInByText(): Promise<void> {
  const message = await askForCode()
  await message.getByRole('button', { name: 'Fill in' }).click()
  await signedInAs(phone)
}

async function createPassword(): Promise<void> {
  await share('products=passwords')
  await widget().getByRole('textbox', { name: 'Email' }).fill(email)
  await button('Continue').click()
  await widget().locator('input[type=password]').fill(password)
  await button('Continue').click()
  await signedInAs(email)
}

/** Opens the link of a password email for the user of this test, who must have a password. */
async function openResetLink(): Promise<void> {
  await share('widget=reset')
  await page.getByRole('textbox', { name: 'Email of the user' }).fill(email)
  await page.getByRole('button', { name: 'Send' }).click()
  const { links } = await newestMessage(provider.url, email)
  await page.goto(links.find((link) => link.includes('reset_password')) ?? '')
  await widget().locator('input[type=password]').fill(`${password} again`)
}

const setNetwork = (name: string): Promise<void> => page.getByRole('radio', { name }).check()
const consentScreen = (): Promise<void> =>
  widget().locator('.latchkey[data-screen=idp_consent][data-state=ready]').waitFor()

async function logOut(): Promise<void> {
  await page.getByRole('button', { name: 'Log out' }).click()
  await page.getByRole('heading', { name: 'Signed in as' }).waitFor({ state: 'detached' })
}

describe('the sign-in widget', () => {
  it.each(oauthProviders)('signs in with the fake of %s', async (name) => {
    await share(`products=oauth&providers=${name}`)
    await widget()
      .getByRole('button', { name: /^Continue with / })
      .click()
    // Some providers share no address: their fakes show the name alone.
    await page
      .getByRole('button', { name: /Ada Lovelace/ })
      .first()
      .click()
    await page.getByRole('heading', { name: 'Signed in as' }).waitFor()
    await page.getByRole('button', { name: 'Details' }).click()
    expect((await details().innerText()).toLowerCase()).toContain(name)
  })

  it('signs in with Google One Tap', async () => {
    await share('products=oauth&providers=google&oneTap=forceLegacyEmbedded')
    const prompt = page.frameLocator('iframe[title="Sign in with Google"]')
    const fits = ({ scrollHeight, clientHeight }: Element): boolean => scrollHeight <= clientHeight
    await prompt.getByRole('button', { name: 'Close' }).waitFor()
    expect(await prompt.locator('html').evaluate(fits)).toBe(true)
    await prompt.getByRole('button', { name: 'Grace Hopper' }).click()
    await signedInAs('grace@example.com')
  })

  it.each(['Ethereum', 'Solana'])('signs in with the fake wallet for %s', async (chain) => {
    await share('products=crypto')
    await button(`Continue with Fake wallet (${chain})`).click()
    await page.getByRole('heading', { name: 'Signed in as' }).waitFor()
    await page.getByRole('button', { name: 'Details' }).click()
    expect(await details().innerText()).toContain('Wallet')
  })

  it('shows that a wallet declines', async () => {
    await share('products=crypto')
    await button('Continue with Fake wallet (Solana)').waitFor()
    await openGroup('Faults')
    await page.getByRole('radio', { name: 'Decline' }).check()
    await button('Continue with Fake wallet (Solana)').click()
    await widget().getByRole('heading', { name: 'Looks like there was an error!' }).waitFor()
  })

  it('signs up and in with a password, and resets it with the link of an email', async () => {
    await createPassword()
    await logOut()
    await openResetLink()
    await button('Continue').click()
    await signedInAs(email)
    await events().getByText('PASSWORD_RESET_BY_EMAIL', { exact: true }).waitFor()
  })
})

describe('passkeys', () => {
  it('are created by their widget and sign in', async () => {
    await plugIn(page)
    await share('widget=passkeys')
    await signInByEmailCode()
    await button('Create a Passkey').click()
    await widget().getByRole('heading', { name: 'Passkey successfully created!' }).waitFor()
    await logOut()
    await share('products=oauth+passkeys')
    await widget().getByRole('button', { name: 'Login with a Passkey' }).click()
    await signedInAs(email)
  })
})

describe('the consent widget', () => {
  it('lets the sample application sign in, and asks before it logs out', async () => {
    await share('widget=consent')
    await button('Ask for consent').click()
    await signInByEmailCode()
    await consentScreen()
    await button('Allow').click()
    // The playground has a heading with this text, too.
    await page.waitForURL(/\/application$/)
    await signedInAs(email)
    await page.goto(`${provider.url}/#widget=consent`)
    await button('Ask to log out').click()
    await button('Yes').click()
    await page.waitForURL(/\/application/)
  })
})

describe('a second factor', () => {
  it('is added with the built-in authenticator app, and recovered with a recovery code', async () => {
    await signInByText()
    await page.getByRole('button', { name: 'Second factor' }).click()
    await page.getByRole('button', { name: 'Add an authenticator app' }).click()
    await page.getByRole('img', { name: 'QR code of the secret' }).waitFor()
    const fillIn = page.locator('#second-factor').getByRole('button', { name: 'Fill in' })
    await fillIn.first().click()
    await page.getByRole('button', { name: 'Verify' }).click()
    await page.getByText('The code is correct.').waitFor()
    await page.getByRole('button', { name: 'Show recovery codes' }).click()
    await page.getByRole('list', { name: 'Recovery codes' }).waitFor()
    await fillIn.last().click()
    await page.getByRole('button', { name: 'Use', exact: true }).click()
    await page.getByText('The recovery code is correct').waitFor()
    await page.getByRole('button', { name: 'Details' }).click()
    expect(await details().innerText()).toContain('Authenticator app, Recovery code')
    await page.getByRole('button', { name: 'Second factor' }).click()
    await page.getByRole('button', { name: 'Remove the app' }).click()
    await page.getByRole('button', { name: 'Add an authenticator app' }).waitFor()
  })
})

describe('operators', () => {
  it('impersonate a user', async () => {
    await signInByText()
    await logOut()
    await openGroup('Users')
    await page.getByRole('button', { name: `Impersonate ${phone}` }).click()
    await page.getByRole('heading', { name: `Impersonated, signed in as ${phone}` }).waitFor()
  })

  it('lock a user out, and unlock the user', async () => {
    await createPassword()
    await logOut()
    await openGroup('Users')
    await page.getByRole('button', { name: `Lock ${email}` }).click()
    await page.getByRole('button', { name: `Unlock ${email}` }).waitFor()
    await widget().getByRole('textbox', { name: 'Email' }).fill(email)
    await button('Continue').click()
    await widget().locator('input[type=password]').fill(password)
    await button('Continue').click()
    await events().getByText('user_lock_limit_reached').waitFor()
    await page.getByRole('button', { name: `Unlock ${email}` }).click()
    await page.getByRole('button', { name: `Lock ${email}` }).waitFor()
    await button('Continue').click()
    await signedInAs(email)
  })
})

describe('faults', () => {
  it('let requests of the sign-in widget fail while the page is offline', async () => {
    await openGroup('Faults')
    await setNetwork('Offline')
    await widget().getByRole('textbox', { name: 'Email' }).fill(email)
    await button('Continue').click()
    await widget().getByText('No answer.').waitFor()
    await setNetwork('Online')
    await askForLink()
  })

  it('let requests of the sign-in widget wait while the network is slow', async () => {
    const sent: string[] = []
    page.on('request', (request) => sent.push(new URL(request.url()).pathname))
    await page.clock.install()
    await openGroup('Faults')
    await setNetwork('Slow')
    await widget().getByRole('textbox', { name: 'Email' }).fill(email)
    await button('Continue').click()
    await widget().locator('button[aria-busy=true]').waitFor()
    expect(sent.filter((path) => path.startsWith('/sdk/'))).toEqual([])
    await page.clock.runFor(3_000)
    await widget().getByRole('heading', { name: 'Check your email' }).waitFor()
  })

  it('let a new password fail while the page is offline', async () => {
    await createPassword()
    await logOut()
    await openResetLink()
    // While the password is checked, it cannot be submitted.
    await widget().getByText('Strong password').waitFor()
    await openGroup('Faults')
    await setNetwork('Offline')
    await button('Continue').click()
    await widget().getByText('No answer.').waitFor()
    await setNetwork('Online')
    await button('Continue').click()
    await signedInAs(email)
  })

  it('let the registration of a passkey fail while the page is offline', async () => {
    await plugIn(page)
    await share('widget=passkeys')
    await signInByEmailCode()
    await button('Create a Passkey').waitFor()
    await openGroup('Faults')
    await setNetwork('Offline')
    await button('Create a Passkey').click()
    await widget().getByText('No answer. Check your connection and try again.').waitFor()
    await events().getByText('UnreachableError').waitFor()
    await setNetwork('Online')
    await button('Create a Passkey').click()
    await widget().getByRole('heading', { name: 'Passkey successfully created!' }).waitFor()
  })

  it('let the frame of Google One Tap fail while the page is offline', async () => {
    await share('products=oauth&providers=google&oneTap=forceLegacyEmbedded')
    const prompt = page.frameLocator('iframe[title="Sign in with Google"]')
    await prompt.getByRole('button', { name: 'Grace Hopper' }).waitFor()
    await openGroup('Faults')
    await setNetwork('Offline')
    await prompt.getByRole('button', { name: 'Grace Hopper' }).click()
    await widget().getByText('One Tap is not shown: Unable to contact our servers.').waitFor()
    await button('Continue with Google').waitFor()
    // Only errors of the provider have a page in the documentation.
    const error = events().getByRole('listitem').filter({ hasText: 'network_error' })
    expect(await error.getByRole('link').count()).toBe(0)
  })

  it('let the consent widget fail to read the request while the page is offline', async () => {
    await share('widget=consent')
    await button('Ask for consent').click()
    await signInByEmailCode()
    await consentScreen()
    await openGroup('Faults')
    await setNetwork('Offline')
    await button('Start over').click()
    await button('Ask for consent').click()
    await widget().getByText('No answer.').waitFor()
    await setNetwork('Online')
    await button('Try again').click()
    await consentScreen()
  })

  it('require a captcha, which the browser solves or does not solve', async () => {
    await openGroup('Faults')
    const captcha = page.getByRole('combobox', { name: 'Captcha' })
    await captcha.selectOption('failing')
    await expect.poll(() => captcha.inputValue()).toBe('failing')
    await widget().getByRole('textbox', { name: 'Email' }).fill(email)
    await button('Continue').click()
    await events().getByText('captcha_required').waitFor()
    await captcha.selectOption('solved')
    await expect.poll(() => captcha.inputValue()).toBe('solved')
    await askForLink()
    await captcha.selectOption('off')
    await expect.poll(() => captcha.inputValue()).toBe('off')
  })

  it('end a session at the provider, and the page signs out', async () => {
    await signInByText()
    await openGroup('Faults')
    await page.getByRole('button', { name: 'End it at the provider' }).click()
    await mainScreen()
  })

  it('let a code expire by moving the clock', async () => {
    const message = await askForCode()
    await openGroup('Faults')
    await page.getByRole('button', { name: '+10 minutes' }).click()
    await page.getByText('10:00 ahead').waitFor()
    await message.getByRole('button', { name: 'Fill in' }).click()
    await events().getByText('otp_code_not_found').waitFor()
    await page.getByRole('group', { name: 'Clock of the provider' }).getByRole('button', { name: 'Reset' }).click()
    await page.getByText('real time').waitFor()
  })
})
