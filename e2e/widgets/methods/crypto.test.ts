import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { triedToLeave } from '../../browser.ts'
import type { ShowOptions } from '../../hosts/host-login.ts'
import type { HostPageOptions } from '../../hosts/host-site.ts'
import type { BrowserWallet, WalletOptions } from '../browser-wallets.ts'
import { dot, installWallets } from '../browser-wallets.ts'
import { isFull, itInFullRun } from '../matrix.ts'
import {
  answerBootstrap,
  axeViolations,
  button,
  emailField,
  events,
  focused,
  hold,
  root,
  screen,
  watchCalls,
} from '../widget-page.ts'
import { prepareWidgets } from '../widget-setup.ts'

const setup = prepareWidgets()

const byWallet = { products: ['crypto' as const] }
const metamask: WalletOptions = { name: 'MetaMask', type: 'ethereum', rdns: 'io.metamask', icon: dot }
const rabby: WalletOptions = { name: 'Rabby Wallet', type: 'ethereum', rdns: 'io.rabby' }
const phantom: WalletOptions = { name: 'Phantom', type: 'solana', icon: dot }

interface WithWallets {
  page: Page
  wallets: BrowserWallet[]
  complaints: string[]
  /** Requests to other machines. */
  tried: string[]
}

/** Opens a browser with these wallets and a page with the widget. */
async function show(requested: WalletOptions[], wanted: ShowOptions & HostPageOptions = {}): Promise<WithWallets> {
  const context = await setup.newContext()
  const tried = triedToLeave(context)
  const wallets = await installWallets(context, requested)
  const { page, complaints } = await setup.show({ config: byWallet, ...wanted }, context)
  await page
    .getByRole('button', { name: /^Continue with/ })
    .first()
    .waitFor()
  return { page, wallets, complaints, tried }
}

const choices = (page: Page): Promise<string[]> =>
  page.getByRole('button', { name: /^Continue with/ }).allTextContents()
const asked = (page: Page): Promise<string[]> =>
  page.evaluate(() => askedOfWallets.filter((one) => !one.endsWith(' announce')))
const errors = (page: Page): Promise<string[]> =>
  page.evaluate(() => app.errors.map((error) => (error as Error).message))
const heading = (page: Page): Promise<string | null> => page.getByRole('heading', { level: 2 }).textContent()
const signedIn = (page: Page): Promise<string | undefined> =>
  page.evaluate(() => app.client.user.getSync()?.crypto_wallets[0]?.crypto_wallet_address)

describe('wallets on Main', () => {
  itInFullRun('have one button each, with their own name and icon [W-MAIN-18]', async () => {
    const { page } = await show([metamask, rabby, phantom])
    expect(await choices(page)).toEqual([
      'Continue with MetaMask',
      'Continue with Rabby Wallet',
      'Continue with Phantom',
    ])
    const pictures = page.locator('.latchkey-choice img')
    expect(await pictures.evaluateAll((all) => all.map((one) => (one as HTMLImageElement).src))).toEqual([dot, dot])
    expect(await pictures.evaluateAll((all) => all.every((one) => (one as HTMLImageElement).naturalWidth > 0))).toBe(
      true,
    )
    expect(await axeViolations(page)).toEqual([])
  })

  it('are limited in number next to identity providers, and one more button shows the rest [W-CRY-05] [W-MAIN-18]', async () => {
    const providers = (['google', 'apple', 'github', 'slack'] as const).map((type) => ({ type }))
    const { page } = await show([metamask, rabby, phantom], {
      config: { products: ['oauth', 'crypto'], oauthOptions: { providers } },
    })
    await expect
      .poll(() => choices(page))
      .toEqual([
        ...['Google', 'Apple', 'GitHub', 'Slack', 'MetaMask', 'other wallet'].map((name) => `Continue with ${name}`),
      ])
    await button(page, 'Continue with other wallet').click()
    await screen(page, 'crypto_other_screen')
    expect([await heading(page), await choices(page)]).toEqual([
      'Continue with other wallet',
      ['Continue with Rabby Wallet', 'Continue with Phantom'],
    ])
    expect(await axeViolations(page)).toEqual([])
    await button(page, 'Continue with Phantom').click()
    await screen(page, 'crypto_confirmation')
    await expect.poll(() => asked(page)).toEqual(['Phantom connect', 'Phantom signMessage'])
  })

  itInFullRun('appear as they announce themselves, and no other wallet is detected', async () => {
    const { page } = await show([], { config: { products: ['emailMagicLinks', 'crypto'] } })
    expect(await choices(page)).toEqual(['Continue with other wallet'])
    await emailField(page).fill('ada@example.com')
    await page.evaluate(() => {
      const provider = { request: async () => [] }
      const info = { uuid: '1', name: 'Late', icon: '', rdns: 'example.late' }
      dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: { info, provider } }))
    })
    await expect.poll(() => choices(page)).toEqual(['Continue with Late'])
    expect(await emailField(page).inputValue()).toBe('ada@example.com')
    const without = await show([metamask], {
      config: { products: ['oauth'], oauthOptions: { providers: [{ type: 'google' }] } },
    })
    expect(await without.page.evaluate(() => askedOfWallets)).toEqual([])
  })

  it('offer to set up a wallet if none is installed [W-CRY-04] [W-CRY-05] [W-CRY-06]', async () => {
    const { page, tried } = await show([])
    await button(page, 'Continue with other wallet').click()
    await screen(page, 'crypto_setup_wallet')
    expect(await heading(page)).toBe('Set up a new crypto wallet')
    const links = page.locator('.latchkey a[href^=https]').filter({ hasText: /MetaMask|Phantom|Coinbase|Binance/ })
    expect(
      await links.evaluateAll((all) =>
        all.map((one) => [
          one.textContent,
          (one as HTMLAnchorElement).hostname,
          one.getAttribute('target'),
          one.getAttribute('rel'),
        ]),
      ),
    ).toEqual([
      ['MetaMask', 'metamask.io', '_blank', 'noopener noreferrer'],
      ['Phantom', 'phantom.com', '_blank', 'noopener noreferrer'],
      ['Coinbase', 'www.coinbase.com', '_blank', 'noopener noreferrer'],
      ['Binance', 'www.binance.com', '_blank', 'noopener noreferrer'],
    ])
    expect(await page.getByRole('link', { name: /^MetaMask opens in a new tab$/ }).count()).toBe(1)
    expect(await axeViolations(page)).toEqual([])
    await button(page, 'Back').click()
    await screen(page, 'main')
    expect(tried).toEqual([])
  })
})

describe('a sign-in with a wallet', () => {
  it('of Ethereum asks for the account, then for a personal signature [W-CRY-03] [W-CRY-08] [W-CRY-09] [W-CRY-12] [W-CRY-13] [W-CRY-15] [W-CRY-17]', async () => {
    const { page, wallets, tried } = await show([metamask, rabby], {
      config: { ...byWallet, sessionOptions: { sessionDurationMinutes: 45 } },
    })
    const address = wallets[1]?.address
    const started = page.waitForRequest(/crypto_wallets\/authenticate\/start\/primary/)
    const finished = page.waitForRequest(
      (request) => request.url().endsWith('/crypto_wallets/authenticate') && request.method() === 'POST',
    )
    await button(page, 'Continue with Rabby Wallet').click()
    await screen(page, 'crypto_confirmation')
    const wallet = { crypto_wallet_address: address, crypto_wallet_type: 'ethereum' }
    expect([(await started).postDataJSON(), (await finished).postDataJSON()]).toEqual([
      wallet,
      {
        ...wallet,
        challenge: expect.stringMatching(/^Sign in to /),
        signature: expect.stringMatching(/^0x[0-9a-f]{130}$/),
        session_duration_minutes: 45,
      },
    ])
    await expect.poll(() => asked(page)).toEqual(['Rabby Wallet eth_requestAccounts', 'Rabby Wallet personal_sign'])
    expect(await heading(page)).toBe('Success!')
    expect(await page.getByText('You have successfully connected your wallet.').count()).toBe(1)
    expect([await signedIn(page), await focused(page)]).toEqual([address, { tag: 'h2', text: 'Success!' }])
    await expect
      .poll(() => events(page))
      .toEqual([
        { type: 'CRYPTO_WALLET_AUTHENTICATE_START', data: wallet },
        { type: 'CRYPTO_WALLET_AUTHENTICATE', data: wallet },
        { type: 'AUTHENTICATE_FLOW_COMPLETE', data: {} },
      ])
    expect([await axeViolations(page), tried]).toEqual([[], []])
  })

  it.each([
    ['by the Wallet Standard', phantom],
    ['as they were before it', { ...phantom, flags: { isPhantom: true } }],
  ])('of Solana connects, then signs the message: %s [W-CRY-18] [W-CRY-19]', async (_, wallet) => {
    const { page, wallets } = await show([wallet])
    const finished = page.waitForRequest(
      (request) => request.url().endsWith('/crypto_wallets/authenticate') && request.method() === 'POST',
    )
    await button(page, 'Continue with Phantom').click()
    await screen(page, 'crypto_confirmation')
    expect((await finished).postDataJSON()).toMatchObject({
      crypto_wallet_type: 'solana',
      signature: expect.stringMatching(/^[1-9A-HJ-NP-Za-km-z]{80,90}$/),
    })
    expect([await asked(page), await signedIn(page)]).toEqual([
      ['Phantom connect', 'Phantom signMessage'],
      wallets[0]?.address,
    ])
  })

  itInFullRun('opens the wallet that its flags name', async () => {
    const { page, wallets } = await show([{ ...metamask, flags: { isMetaMask: true } }])
    await button(page, 'Continue with MetaMask').click()
    await screen(page, 'crypto_confirmation')
    expect(await signedIn(page)).toBe(wallets[0]?.address)
  })

  itInFullRun('opens the chosen wallet of many, and no other', async () => {
    const copycat: WalletOptions = { name: 'MetaMask', type: 'ethereum', rdns: 'com.copycat' }
    const { page, wallets } = await show([metamask, copycat, { ...rabby, flags: { isMetaMask: true } }])
    expect(await choices(page)).toEqual([
      'Continue with MetaMask (io.metamask)',
      'Continue with MetaMask (com.copycat)',
    ])
    await button(page, 'Continue with MetaMask (com.copycat)').click()
    await screen(page, 'crypto_confirmation')
    expect(await signedIn(page)).toBe(wallets[1]?.address)
  })

  itInFullRun('signs the EIP-4361 message if the project requires it', async () => {
    const context = await setup.newContext()
    await answerBootstrap(context, { siwe_required_for_crypto_wallets: true })
    const wallets = await installWallets(context, [metamask])
    const { page } = await setup.show({ config: byWallet }, context)
    const answered = page.waitForResponse(
      (response) => /start\/primary/.test(response.url()) && response.request().method() === 'POST',
    )
    await button(page, 'Continue with MetaMask').click()
    await screen(page, 'crypto_confirmation')
    const { challenge } = (await (await answered).json()).data as { challenge: string }
    const { host, origin } = new URL(page.url())
    expect(challenge).toContain(`${host} wants you to sign in with your Ethereum account:\n${wallets[0]?.address}\n`)
    expect(challenge).toContain(`\nURI: ${origin}\nVersion: 1\n`)
  })

  itInFullRun('adds the wallet to the signed-in user', async () => {
    const { page, wallets } = await show([metamask, phantom])
    for (const name of ['MetaMask', 'Phantom']) {
      await button(page, `Continue with ${name}`).click()
      await screen(page, 'crypto_confirmation')
      // The success screen has no back button, so a new widget adds the next wallet.
      expect(await button(page, 'Back').count()).toBe(0)
      await page.evaluate(() => app.remove())
      await page.evaluate((config) => app.show({ config }), byWallet)
      await screen(page, 'main')
    }
    const all = await page.evaluate(() =>
      app.client.user.getSync()?.crypto_wallets.map((one) => one.crypto_wallet_address),
    )
    expect(all?.toSorted()).toEqual(wallets.map(({ address }) => address).toSorted())
  })

  itInFullRun('works in a shadow root, from right to left', async () => {
    const { page, wallets } = await show([metamask], {
      config: { ...byWallet, enableShadowDOM: true },
      strings: { 'locale.direction': 'rtl' },
    })
    expect(await page.locator('.latchkey').evaluate((one) => one.getRootNode() instanceof ShadowRoot)).toBe(true)
    await button(page, 'Continue with \u2068MetaMask\u2069').click()
    await screen(page, 'crypto_confirmation')
    expect([await signedIn(page), await axeViolations(page)]).toEqual([wallets[0]?.address, []])
  })
})

describe('a wallet that fails', () => {
  const failed = async (page: Page, reason: string, report: string): Promise<void> => {
    await screen(page, 'crypto_error')
    expect(await heading(page)).toBe('Looks like there was an error!')
    const words =
      'Your sign in request could not be completed. Use the back arrow to return to the log in screen and try again!'
    expect(await page.locator('.latchkey p').allTextContents()).toEqual(reason ? [reason, words] : [words])
    await expect.poll(() => errors(page)).toEqual([report])
    expect(await axeViolations(page)).toEqual([])
  }

  const connectionFailures = [
    ['declines', 'The request was declined in MetaMask.'],
    ['has a question open already', 'MetaMask still has an open request. Answer it there first.'],
    ['is locked', 'MetaMask shares no account. Unlock it and choose one.'],
  ] as const
  it.each(isFull ? connectionFailures : connectionFailures.slice(0, 1))(
    '%s: the connection has failed, and there is a way back [W-CRY-10] [W-CRY-16]',
    async (manner, reason) => {
      const { page } = await show([{ ...metamask, manner }])
      const calls = watchCalls(page, '/crypto_wallets')
      await button(page, 'Continue with MetaMask').click()
      await failed(page, reason, '[Error] Could not connect to wallet')
      await button(page, 'Back').click()
      await screen(page, 'main')
      expect([calls.length, await choices(page)]).toEqual([0, ['Continue with MetaMask']])
    },
  )

  const signatureFailures = [
    ['lies', 'The signature could not be verified, please try again.'],
    ['declines to sign', 'The request was declined in MetaMask.'],
    ['changes its account', 'The account was changed in MetaMask before the message was signed.'],
  ] as const
  it.each(isFull ? signatureFailures : signatureFailures.slice(0, 1))(
    '%s: the signature fails, and no user is signed in [W-CRY-14] [W-CRY-16]',
    async (manner, reason) => {
      const { page } = await show([{ ...metamask, manner }])
      await button(page, 'Continue with MetaMask').click()
      await failed(page, reason, '[Error] Could not sign message')
      expect(await signedIn(page)).toBeUndefined()
      await button(page, 'Try again').click()
      await screen(page, 'crypto_error')
      await expect
        .poll(() => asked(page))
        .toEqual([0, 1].flatMap(() => ['MetaMask eth_requestAccounts', 'MetaMask personal_sign']))
    },
  )

  it('and never connects can be left, and its late response is ignored [W-CRY-07]', async () => {
    const { page } = await show([{ ...metamask, manner: 'silent' }, phantom])
    const calls = watchCalls(page, '/crypto_wallets')
    await button(page, 'Continue with MetaMask').click()
    await screen(page, 'crypto_connect')
    expect([await heading(page), await focused(page)]).toEqual([
      'Connecting to your wallet...',
      { tag: 'h2', text: 'Connecting to your wallet...' },
    ])
    expect(await axeViolations(page)).toEqual([])
    await button(page, 'Back').click()
    await screen(page, 'main')
    await page.evaluate(() => answerLate())
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 50)))
    expect([calls.length, await root(page).getAttribute('data-screen')]).toEqual([0, 'main'])
    await button(page, 'Continue with Phantom').click()
    await screen(page, 'crypto_confirmation')
  })

  it('and never signs can be left [W-CRY-11]', async () => {
    const { page } = await show([{ ...metamask, manner: 'silent at the signature' }])
    await button(page, 'Continue with MetaMask').click()
    await screen(page, 'crypto_sign_message')
    expect(await heading(page)).toBe('Completing signature request...')
    expect(await axeViolations(page)).toEqual([])
    await button(page, 'Back').click()
    await screen(page, 'main')
    expect([await signedIn(page), await errors(page)]).toEqual([undefined, []])
  })

  itInFullRun('is not named in the error if the provider does not respond', async () => {
    const { page } = await show([metamask])
    const held = await hold(page, '/crypto_wallets/authenticate/start')
    await button(page, 'Continue with MetaMask').click()
    await held.arrived
    expect(await root(page).getAttribute('data-screen')).toBe('crypto_connect')
    await page.context().setOffline(true)
    held.release()
    await failed(page, 'No answer. Check your connection and try again.', '[Error] Could not connect to wallet')
    await page.context().setOffline(false)
    await button(page, 'Try again').click()
    await screen(page, 'crypto_confirmation')
  })

  itInFullRun('and has an invalid icon gets a placeholder', async () => {
    const { page } = await show([
      { ...metamask, icon: 'data:image/png;base64,AAAA' },
      { ...rabby, icon: 'https://evil.example/x.png' },
    ])
    await expect.poll(() => page.locator('.latchkey-choice svg').count()).toBe(2)
    expect(await page.locator('.latchkey-choice img').count()).toBe(0)
  })
})
