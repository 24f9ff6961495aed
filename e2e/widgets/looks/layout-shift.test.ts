import type { LoginConfig } from '@latchkey/widgets'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { ShowOptions } from '../../hosts/host-login.ts'
import { isFull, itInFullRun } from '../matrix.ts'
import { plugIn } from '../passkey-page.ts'
import { root } from '../widget-page.ts'
import { prepareWidgets } from '../widget-setup.ts'

const setup = prepareWidgets({ hasMotion: true })

const providers: LoginConfig['oauthOptions'] = { providers: [{ type: 'google' }, { type: 'github' }] }
const oneTap: LoginConfig['oauthOptions'] = { providers: [{ type: 'google', one_tap: true }, { type: 'github' }] }

/** The configurations, and an element that is visible when the first screen is complete. */
const configurations: Record<string, [config: LoginConfig, complete: string]> = {
  'a form': [{ products: ['emailMagicLinks'] }, '.latchkey-button'],
  tabs: [{ products: ['otp'], otpOptions: { methods: ['sms', 'whatsapp', 'email'] } }, '.latchkey-country-shown'],
  passwords: [{ products: ['passwords'] }, '.latchkey-button'],
  providers: [{ products: ['oauth'], oauthOptions: providers }, '.latchkey-method-icon path >> nth=4'],
  'providers above a form': [
    { products: ['oauth', 'emailMagicLinks'], oauthOptions: providers },
    '.latchkey-method-icon path >> nth=4',
  ],
  'providers under tabs': [
    { products: ['otp', 'oauth'], otpOptions: { methods: ['email', 'sms'] }, oauthOptions: providers },
    '.latchkey-method-icon path >> nth=4',
  ],
  'one tap': [{ products: ['oauth', 'emailMagicLinks'], oauthOptions: oneTap }, '.latchkey-method-icon path >> nth=4'],
  wallets: [{ products: ['crypto'] }, '.latchkey-choice'],
  'wallets under a form': [{ products: ['emailMagicLinks', 'crypto'] }, '.latchkey-choice'],
  'passkeys under a phone number': [
    { products: ['otp', 'passkeys'], otpOptions: { methods: ['sms'] } },
    '.latchkey-choice',
  ],
  'passkeys next to a form': [{ products: ['emailMagicLinks', 'passkeys'] }, '.latchkey-button'],
  everything: [
    {
      products: ['oauth', 'crypto', 'passkeys', 'otp', 'passwords'],
      oauthOptions: providers,
      otpOptions: { methods: ['sms', 'email'] },
    },
    '.latchkey-method-icon path >> nth=4',
  ],
}

const inShadowRoot = ['providers above a form', 'one tap', 'everything']

const builds = isFull ? (['react-19', 'standalone'] as const) : (['standalone'] as const)
/** In every run; the other configurations are checked in the full run. */
const always = ['a form', 'tabs', 'everything']

describe.each(builds)('layout shift on %s with passkeys in a browser without their autofill', (build) => {
  const passkey = (page: Page) => page.getByRole('button', { name: 'Login with a Passkey' })

  async function open(answer: 'no API' | 'at once' | 'late', isReserved = false): Promise<Page> {
    const context = await setup.newContext()
    await context.addInitScript((kind) => {
      const answers = {
        'no API': undefined,
        'at once': async () => false,
        late: () => new Promise((resolve) => setTimeout(resolve, 100, false)),
      }
      Reflect.set(globalThis.PublicKeyCredential ?? {}, 'isConditionalMediationAvailable', answers[kind])
    }, answer)
    const { page } = await setup.open({ build }, context)
    await startWatching(page)
    // The placeholder that a server renders for a widget.
    if (isReserved) {
      await page.evaluate(() => {
        const shell = document.createElement('div')
        shell.className = 'latchkey'
        shell.style.cssText = 'position: fixed; top: 0'
        shell.append(document.createElementNS('http://www.w3.org/2000/svg', 'svg'))
        document.body.append(shell)
      })
    }
    const release = await holdChunks(page, false)
    await page.evaluate((options) => app.show(options), {
      config: { products: ['emailMagicLinks', 'passkeys'] },
    } as ShowOptions)
    await page.locator('.latchkey-container').waitFor()
    await addTextBelow(page)
    await release()
    await page.locator('.latchkey-watermark-text').waitFor()
    return page
  }

  it.each(isFull ? (['no API', 'at once'] as const) : (['at once'] as const))(
    'is 0, and the button is there: %s',
    async (answer) => {
      const page = await open(answer)
      await passkey(page).waitFor()
      await paint(page)
      expect(await shifts(page)).toEqual([])
    },
  )

  itInFullRun.each([
    ['late', false],
    ['at once', true],
  ] as const)(
    'is 0 if the answer comes %s, room reserved: %s: the button comes with a key',
    async (answer, isReserved) => {
      const page = await open(answer, isReserved)
      // Waits for the response and longer than the button needs.
      await page.waitForTimeout(500)
      await paint(page)
      expect([await passkey(page).count(), await shifts(page)]).toEqual([0, []])
      await page.getByRole('textbox').press('a')
      await passkey(page).waitFor()
    },
  )
})

describe.each(builds)('layout shift on %s', (build) => {
  it.each(
    Object.entries(configurations)
      .filter(([name]) => isFull || always.includes(name))
      .flatMap(([name, [config, complete]]) =>
        (inShadowRoot.includes(name) ? [false, true] : [false]).map((enableShadowDOM) => ({
          name,
          config: { ...config, enableShadowDOM },
          complete,
        })),
      ),
  )('is 0 with $name, shadow root: $config.enableShadowDOM', async ({ config, complete }) => {
    const { page } = await setup.open({ build, hasOneTap: true })
    if (config.products?.includes('passkeys')) await plugIn(page, false)
    await startWatching(page)
    const release = await holdChunks(page, config.enableShadowDOM)
    await page.evaluate((options) => app.show(options), { config } satisfies ShowOptions)
    await root(page).waitFor()
    await addTextBelow(page)
    await release()
    await root(page).locator(complete).first().waitFor()
    await page.locator('.latchkey-watermark-text').waitFor()
    await paint(page)
    expect(await shifts(page), await root(page).innerText()).toEqual([])
  })
})

describe.each(builds)('layout shift of a landing on %s', (build) => {
  it('is 0 while the user is being signed in', async () => {
    const { page } = await setup.open({
      ...{ build, leavesToken: true },
      query: { token: 'abc', latchkey_token_type: 'magic_links' },
    })
    await startWatching(page)
    await page.route('**/magic_links/authenticate', () => undefined)
    const release = await holdChunks(page, false)
    await page.evaluate((options) => app.show(options), { config: {} } satisfies ShowOptions)
    await root(page).waitFor()
    await addTextBelow(page)
    await release()
    await page.getByText('Signing you in…').first().waitFor()
    await page.locator('.latchkey-watermark-text').waitFor()
    await paint(page)
    expect(await shifts(page), await root(page).innerText()).toEqual([])
  })
})

/** Text under the widget moves when the widget's height changes. */
async function addTextBelow(page: Page): Promise<void> {
  await page.evaluate(() => {
    const below = document.createElement('p')
    below.textContent = 'Text of the host page'
    document.querySelector('main')?.append(below)
  })
  await paint(page)
}

/** Records every layout shift, also those after an input. */
async function startWatching(page: Page): Promise<void> {
  await page.evaluate(() => {
    const seen: string[] = []
    Object.assign(globalThis, { shifts: seen })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, sources } = entry as PerformanceEntry & { value: number; sources: LayoutShiftSource[] }
        const moved = sources.map(({ node, previousRect, currentRect }) => {
          const name = node instanceof Element ? node.className || node.localName : node?.nodeName
          return `${name} ${previousRect.y} to ${currentRect.y}`
        })
        seen.push(`${value}: ${moved.join(', ')}`)
      }
    }).observe({ type: 'layout-shift' })
  })
  await paint(page)
}

interface LayoutShiftSource {
  node?: Node
  previousRect: DOMRectReadOnly
  currentRect: DOMRectReadOnly
}

/** Delays lazy chunks until after the first paint, except the one with the shadow root. */
async function holdChunks(page: Page, hasShadowRoot: boolean): Promise<() => Promise<void>> {
  const gate = createGate()
  const isHeld = (url: URL): boolean =>
    url.pathname.endsWith('.js') && !(hasShadowRoot && url.pathname.includes('shadow'))
  await page.route(isHeld, async (route) => {
    await gate.promise
    await route.continue()
  })
  return async () => gate.resolve()
}

/** Two frames later everything so far has been painted. */
function paint(page: Page): Promise<void> {
  return page.evaluate(
    () => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
  )
}

function shifts(page: Page): Promise<string[]> {
  return page.evaluate(() => (globalThis as unknown as { shifts: string[] }).shifts)
}

function createGate(): { promise: Promise<void>; resolve: () => void } {
  let resolve = (): void => undefined
  const promise = new Promise<void>((done) => {
    resolve = done
  })
  return { promise, resolve }
}
