import { de } from '@latchkey/widgets/locales/de'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { Embedding } from '../../hosts/host-login.ts'
import { type Build, builds } from '../../hosts/host-site.ts'
import { itInFullRun } from '../matrix.ts'
import {
  answerBootstrap,
  answerTo,
  axeViolations,
  button,
  codeField,
  emailField,
  errorUnder,
  events,
  hold,
  newEmail,
  root,
  signedInAs,
  watchCalls,
  wrong,
} from '../widget-page.ts'
import { askForCode, codeFor, prepareWidgets, signIn } from '../widget-setup.ts'

const setup = prepareWidgets({ hasMotion: true })

const byEmail = { products: ['otp' as const], otpOptions: { methods: ['email' as const] } }

const eachEmbedding: [Embedding, Build][] = [
  ['component', 'react-19'],
  ['mount', 'standalone'],
  ['element', 'standalone'],
]
describe.each(eachEmbedding)('the login widget by %s, with %s', (embedding, build) => {
  it('takes a configuration, styles, callbacks and strings [W-A-02]', async () => {
    const { page } = await setup.show({
      embedding,
      build,
      config: byEmail,
      styles: { colors: { primary: '#010203' } },
      strings: { 'main.title': 'Come in' },
    })
    expect(await page.getByRole('heading', { level: 2 }).allTextContents()).toEqual(['Come in'])
    expect(await button(page).evaluate((element) => getComputedStyle(element).backgroundColor)).toBe('rgb(1, 2, 3)')
    const email = await signIn(setup, page)
    expect((await events(page)).map((event) => (event as { type: string }).type)).toEqual([
      'OTP_LOGIN_OR_CREATE',
      'OTP_AUTHENTICATE',
      'AUTHENTICATE_FLOW_COMPLETE',
    ])
    expect(await signedInAs(page)).toBe(email)
  })

  it('works without any of them [W-A-02]', async () => {
    const { page } = await setup.show({ embedding, build })
    expect(await emailField(page).count()).toBe(1)
  })

  itInFullRun('leaves no elements, listeners or timers behind after fifty mounts and unmounts', async () => {
    const { page } = await setup.open({ build })
    const debug = await page.context().newCDPSession(page)
    await watchTimers(page)
    const round = () =>
      page.evaluate(
        async (options) => {
          const turn = () => new Promise((resolve) => requestAnimationFrame(resolve))
          for (let i = 0; i < 10; i++) {
            app.show(options)
            while (!document.querySelector('#widget input')) await turn()
            app.remove()
            while (document.querySelector('#widget input')) await turn()
          }
          await turn()
        },
        { embedding, config: byEmail },
      )
    const measure = async () => {
      await debug.send('HeapProfiler.collectGarbage')
      await debug.send('Performance.enable')
      const { metrics } = await debug.send('Performance.getMetrics')
      const of = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? 0
      return { listeners: of('JSEventListeners'), nodes: of('Nodes'), sheets: await sheets(page) }
    }
    await round()
    const before = await measure()
    for (let i = 0; i < 5; i++) await round()
    // Objects that are released late are not a leak; only lasting growth is.
    await expect
      .poll(async () => {
        const after = await measure()
        return [after.listeners - before.listeners <= 5, after.nodes - before.nodes <= 60, after.sheets]
      })
      .toEqual([true, true, before.sheets])
    // The client may have events to send; the widget has no pending timer.
    await expect.poll(async () => (await openTimers(page)).filter((ms) => ms > 0 && ms <= 10_000)).toEqual([])
  })

  itInFullRun('stops its countdown when it is removed', async () => {
    const { page } = await setup.open({ build })
    await watchTimers(page)
    await page.evaluate((options) => app.show(options), { embedding, config: byEmail })
    await askForCode(page)
    expect(await ticksAfter(page, 'app')).toBe(0)
    expect(await root(page).count()).toBe(0)
  })

  itInFullRun('can be mounted again after it was removed', async () => {
    const { page } = await setup.show({ embedding, build, config: byEmail })
    await emailField(page).fill('ada@example.com')
    await page.evaluate(() => app.remove())
    await expect.poll(() => root(page).count()).toBe(0)
    await page.evaluate((options) => app.show(options), { embedding, config: byEmail })
    expect(await emailField(page).inputValue()).toBe('')
    await signIn(setup, page)
  })
})

describe('mountLogin', () => {
  it.each(builds)('throws a clear error if a selector finds no element, with %s [W-A-07]', async (build) => {
    const { page } = await setup.open({ build })
    const refusals = await page.evaluate(() =>
      ['#nowhere', '#', '.a .b'].map((elementId) => {
        try {
          app.mountLogin({ client: app.client, elementId })
          return ''
        } catch (error) {
          return (error as Error).message
        }
      }),
    )
    expect(refusals).toEqual(
      ['#nowhere', '#', '.a .b'].map(
        (selector) =>
          `The selector you specified (${selector}) applies to no DOM elements that are currently on the page. Make sure the element exists on the page before calling mountLogin().`,
      ),
    )
  })

  itInFullRun('takes an element as well as a selector', async () => {
    const { page } = await setup.open()
    await page.evaluate(() => {
      const element = document.createElement('section')
      document.querySelector('main')?.append(element)
      app.mountLogin({ client: app.client, element })
    })
    await page.locator('section .latchkey').waitFor()
  })

  itInFullRun('renders again on an element that has a widget', async () => {
    const { page } = await setup.show({ embedding: 'mount' })
    await emailField(page).fill('ada@example.com')
    await page.evaluate((options) => app.show(options), {
      embedding: 'mount' as const,
      config: byEmail,
      strings: { 'main.title': 'Second' },
    })
    await page.getByRole('heading', { name: 'Second' }).waitFor()
    expect([await root(page).count(), await emailField(page).inputValue()]).toEqual([1, ''])
    await signIn(setup, page)
  })

  it('is removed with its element', async () => {
    const { page } = await setup.open()
    await watchTimers(page)
    await page.evaluate((options) => app.show(options), { embedding: 'mount' as const, config: byEmail })
    await askForCode(page)
    expect(await ticksAfter(page, 'element')).toBe(0)
  })
})

describe('<latchkey-login>', () => {
  itInFullRun('waits for its client, and is removed without one', async () => {
    const { page } = await setup.open()
    await page.evaluate(() => {
      const element = document.createElement('latchkey-login')
      document.querySelector('#widget')?.append(element)
    })
    expect(await root(page).count()).toBe(0)
    await page.evaluate(() => {
      const element = document.querySelector('latchkey-login')
      if (element) element.client = app.client
    })
    await emailField(page).waitFor()
    await page.evaluate(() => {
      const element = document.querySelector('latchkey-login')
      if (element) element.client = undefined
    })
    expect(await root(page).count()).toBe(0)
  })

  itInFullRun('keeps the input when it is moved, and when a property changes', async () => {
    const { page } = await setup.show({ embedding: 'element', config: byEmail })
    await emailField(page).fill('ada@example.com')
    await page.evaluate(() => {
      const element = document.querySelector('latchkey-login')
      if (element) document.querySelector('main')?.prepend(element)
    })
    expect(await emailField(page).inputValue()).toBe('ada@example.com')
    await page.evaluate(() => {
      const element = document.querySelector('latchkey-login')
      if (element) element.strings = { 'main.title': 'Moved' }
    })
    await page.getByRole('heading', { name: 'Moved' }).waitFor()
    expect(await emailField(page).inputValue()).toBe('ada@example.com')
  })

  itInFullRun.each([false, true])(
    'is a block that can be hidden, unless the page says otherwise (shadow root: %s)',
    async (enableShadowDOM) => {
      const { page } = await setup.show({ embedding: 'element', config: { enableShadowDOM } })
      const displays = await page.locator('latchkey-login').evaluate((element) => {
        const seen: string[] = []
        const look = () => seen.push(getComputedStyle(element).display)
        look()
        element.toggleAttribute('hidden', true)
        look()
        element.toggleAttribute('hidden', false)
        const sheet = new CSSStyleSheet()
        sheet.replaceSync('latchkey-login { display: flex }')
        document.adoptedStyleSheets = [sheet, ...document.adoptedStyleSheets]
        look()
        return seen
      })
      expect(displays).toEqual(['block', 'none', 'flex'])
    },
  )

  it('has the theme, color scheme and products of its attributes', async () => {
    const { page } = await setup.open()
    await page.evaluate(() => {
      const element = document.createElement('latchkey-login')
      element.setAttribute('theme', 'modern')
      element.setAttribute('color-scheme', 'dark')
      element.client = app.client
      document.querySelector('#widget')?.append(element)
    })
    const looks = () =>
      root(page).evaluate((one) => [
        one.getAttribute('data-scheme'),
        getComputedStyle(one.querySelector('h2') as Element).textAlign,
      ])
    await expect.poll(looks).toEqual(['dark', 'center'])
    await page.evaluate(() => document.querySelector('latchkey-login')?.setAttribute('theme', 'default'))
    await expect.poll(looks).toEqual(['dark', 'start'])
  })

  itInFullRun('reports attributes that cannot be read because a script did not load', async () => {
    const { page, complaints } = await setup.open()
    await page.route(/attributes/, (route) => route.abort())
    const message = await page.evaluate(
      () =>
        new Promise<string>((resolve) => {
          const element = document.createElement('latchkey-login')
          element.addEventListener('latchkey-error', ({ detail }) => resolve(String(detail)))
          document.querySelector('#widget')?.append(element)
          element.setAttribute('public-token', 'public-token-test-1')
        }),
    )
    expect(message).toContain('attributes')
    expect(complaints.splice(0).filter((text) => !text.includes('ERR_FAILED'))).toEqual([])
  })

  itInFullRun('treats null like a missing value', async () => {
    const { page } = await setup.open()
    await page.evaluate(() => {
      const element = document.createElement('latchkey-login')
      const nothing = { config: null, styles: null, callbacks: null, strings: null }
      Object.assign(element, { client: app.client, ...nothing })
      document.querySelector('#widget')?.append(element)
    })
    await emailField(page).fill('ada')
    await button(page).click()
    await expect.poll(() => errorUnder(page)).toBe('Email format is invalid.')
  })

  itInFullRun('applies properties that were set before it was registered', async () => {
    const { page } = await setup.open()
    await page.evaluate(() => {
      const element = document.createElement('latchkey-login')
      // As on an element that was not upgraded yet: an own property, not the accessor's value.
      Object.defineProperty(element, 'client', { value: app.client, configurable: true, writable: true })
      document.querySelector('#widget')?.append(element)
    })
    await emailField(page).waitFor()
  })

  itInFullRun('returns the focus to the input after an error, in a closed shadow root', async () => {
    const { page } = await setup.open()
    const closed = await page.evaluateHandle((config) => {
      const outer = document.createElement('div')
      document.querySelector('#widget')?.append(outer)
      const inside = outer.attachShadow({ mode: 'closed' })
      const element = document.createElement('latchkey-login')
      Object.assign(element, { client: app.client, config })
      inside.append(element)
      return inside
    }, byEmail)
    const focus = () =>
      closed.evaluate((inside) => {
        inside.querySelector('input')?.focus()
        return inside.activeElement?.getAttribute('name')
      })
    await expect.poll(focus).toBe('email')
    await page.keyboard.type('ada')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect.poll(() => closed.evaluate((inside) => inside.activeElement?.getAttribute('name'))).toBe('email')
  })

  it('dispatches events that leave shadow roots of the host page', async () => {
    const { page } = await setup.open()
    await page.evaluate((config) => {
      const outer = document.createElement('div')
      document.querySelector('#widget')?.append(outer)
      const element = document.createElement('latchkey-login')
      Object.assign(element, { client: app.client, config })
      outer.attachShadow({ mode: 'open' }).append(element)
      document.addEventListener('latchkey-event', ({ detail }) => app.events.push(detail.type))
    }, byEmail)
    await signIn(setup, page)
    await expect
      .poll(() => events(page))
      .toEqual(['OTP_LOGIN_OR_CREATE', 'OTP_AUTHENTICATE', 'AUTHENTICATE_FLOW_COMPLETE'])
  })
})

describe('<Login>', () => {
  itInFullRun('is an empty shell until its provider component has a client', async () => {
    const { page } = await setup.open()
    await page.evaluate(() => app.show({ isClientLate: true }))
    const drawn = () => page.locator('#widget').innerHTML()
    // The placeholder reserves the space of the first screen.
    await expect.poll(drawn).toMatch(/^<div class="latchkey"><svg [^>]*height="306"><\/svg><\/div>$/)
    await page.evaluate(() => app.show({}))
    await emailField(page).waitFor()
  })

  itInFullRun('restarts with another configuration, but not with an equal object', async () => {
    const { page } = await setup.show({ config: byEmail })
    await emailField(page).fill('ada@example.com')
    await page.evaluate((config) => app.show({ config }), byEmail)
    await page.evaluate(() => new Promise(requestAnimationFrame))
    expect(await emailField(page).inputValue()).toBe('ada@example.com')
    await page.evaluate(() => app.show({ config: { products: ['otp'], otpOptions: { methods: ['email', 'sms'] } } }))
    await page.getByRole('tab', { name: 'Text' }).waitFor()
    expect(await emailField(page).inputValue()).toBe('')
  })

  it.each(['react-18', 'react-19'] as const)(
    'sends once under StrictMode of %s, and draws itself once',
    async (build) => {
      const { page } = await setup.open({ build })
      const logged = watchCalls(page, '/events')
      const calls = watchCalls(page, '/otps')
      await page.evaluate((config) => app.show({ embedding: 'strict', config }), byEmail)
      await signIn(setup, page)
      expect(calls.map((call) => new URL(call.url()).pathname)).toEqual([
        '/sdk/v1/otps/email/login_or_create',
        '/sdk/v1/otps/authenticate',
      ])
      const names = () =>
        logged.flatMap((call) =>
          (call.postDataJSON() as { event: { event_name: string } }[]).map(({ event }) => event.event_name),
        )
      await expect.poll(names).toEqual(['client_created', 'render_login_screen', 'email_sent'])
    },
  )

  itInFullRun('ends pending calls when it is removed, without an error or a late render', async () => {
    const { page } = await setup.show({ config: byEmail })
    const held = await hold(page, '/otps/email/login_or_create')
    await emailField(page).fill(newEmail())
    await button(page).click()
    await held.arrived
    await page.evaluate(() => app.remove())
    const answered = answerTo(page, '/otps/email/login_or_create')
    held.release()
    await answered
    expect(await root(page).count()).toBe(0)
  })

  itInFullRun('reports the success even if the page removes the widget because of it', async () => {
    const { page } = await setup.show({ config: byEmail })
    await page.evaluate(() => app.client.session.onChange((session) => session && app.remove()) && undefined)
    const email = await askForCode(page)
    await codeField(page).fill(await codeFor(setup, email))
    await expect
      .poll(async () => (await events(page)).map((event) => (event as { type: string }).type))
      .toEqual(['OTP_LOGIN_OR_CREATE', 'OTP_AUTHENTICATE', 'AUTHENTICATE_FLOW_COMPLETE'])
    expect(await root(page).count()).toBe(0)
  })

  itInFullRun('can be mounted twice on a page', async () => {
    const { page } = await setup.show({ config: byEmail })
    await page.evaluate(() => {
      const element = document.createElement('section')
      document.querySelector('main')?.append(element)
      app.mountLogin({ client: app.client, element })
    })
    await page.locator('section .latchkey').waitFor()
    expect(await axeViolations(page)).toEqual([])
    await page.locator('section').getByRole('button', { name: 'Continue' }).click()
    await page.locator('section').getByText('Email format is invalid.').waitFor()
    expect(await errorUnder(page)).toBe('')
  })
})

describe('the watermark', () => {
  const watermark = (page: Page) => page.getByText(/^Powered by/)

  it('is shown under the widget if the project enables it, without a link to a placeholder domain [W-A-12]', async () => {
    const context = await setup.newContext()
    await answerBootstrap(context, { disable_sdk_watermark: false })
    const { page } = await setup.show({}, context)
    await watermark(page).waitFor()
    expect(await watermark(page).textContent()).toBe('Powered by Latchkey')
    expect(await page.locator('a[href*=".example"]').count()).toBe(0)
    const [form, watermarkBox] = await Promise.all([button(page).boundingBox(), watermark(page).boundingBox()])
    expect(watermarkBox?.y).toBeGreaterThan((form?.y ?? 0) + (form?.height ?? 0))
    expect(await axeViolations(page)).toEqual([])
  })

  it('is not shown if the project disables it, or before that is known [W-A-13]', async () => {
    const context = await setup.newContext()
    await answerBootstrap(context, { disable_sdk_watermark: true })
    const held = await hold(context, '/projects/bootstrap/')
    const { page } = await setup.open({}, context)
    await page.evaluate(() => app.show({}))
    await emailField(page).waitFor()
    expect(await watermark(page).count()).toBe(0)
    const answered = answerTo(page, '/projects/bootstrap')
    held.release()
    await answered
    await page.evaluate(() => app.client.bootstrap.get().then(() => new Promise(requestAnimationFrame)))
    expect(await watermark(page).count()).toBe(0)
  })
})

describe('strings', () => {
  itInFullRun('replace the built-in texts, on every screen, with their placeholders filled in [W-A-14]', async () => {
    const strings = {
      'main.title': 'Anmelden',
      'main.continue': 'Weiter',
      'email.label': 'E-Mail-Adresse',
      'otp.title': 'Code eingeben',
      'otp.text': 'Ein Code ging an {destination}.',
      'otp_confirmation.title': 'Geschafft!',
    }
    const { page } = await setup.show({ config: byEmail, strings })
    await page.getByRole('heading', { name: 'Anmelden' }).waitFor()
    const email = newEmail()
    await page.getByLabel('E-Mail-Adresse').fill(email)
    await button(page, 'Weiter').click()
    await page.getByRole('heading', { name: 'Code eingeben' }).waitFor()
    await page.getByText(`Ein Code ging an ${email}.`).waitFor()
    // Strings without a translation are English.
    expect(await page.getByRole('timer').textContent()).toMatch(/^Your code expires in/)
    await page.getByRole('textbox', { name: 'Code eingeben' }).fill(await codeFor(setup, email))
    await page.getByRole('heading', { name: 'Geschafft!' }).waitFor()
    await page.getByText('Your passcode has been successfully verified.').waitFor()
  })

  itInFullRun('can be a complete language: the German locale [W-A-14]', async () => {
    const { page } = await setup.show({ config: byEmail, strings: de })
    expect(await page.getByRole('heading', { level: 2 }).allTextContents()).toEqual([de['main.title']])
    const email = newEmail()
    await page.getByRole('textbox').fill('ada')
    await button(page, de['main.continue']).click()
    await expect.poll(() => errorUnder(page)).toBe(de['error.invalid_email_address'])
    await page.getByRole('textbox').fill(email)
    await button(page, de['main.continue']).click()
    await page.getByRole('heading', { name: de['otp.title'] }).waitFor()
    const code = await codeFor(setup, email)
    await page.getByRole('textbox').fill(wrong(code))
    await expect.poll(() => errorUnder(page)).toBe(de['error.otp_code_not_found'])
    await page.getByRole('textbox').fill(code)
    await page.getByRole('heading', { name: de['otp_confirmation.title'] }).waitFor()
    const words = await root(page).innerText()
    expect(words).not.toMatch(/\b(the|your|success|powered)\b/i)
  })

  it('replace the texts of errors, and are rendered as text whatever they contain [W-A-14]', async () => {
    const { page } = await setup.show({ strings: { 'error.invalid_email': '<b>So nicht</b>' } })
    await emailField(page).fill('ada')
    await button(page).click()
    await expect.poll(() => errorUnder(page)).toBe('<b>So nicht</b>')
    await page.evaluate(() => app.show({ strings: { 'error.invalid_email': 'Anders' } }))
    await expect.poll(() => errorUnder(page)).toBe('Anders')
  })
})

/** Records every timer that is set from now on and is still pending, with its delay. */
function watchTimers(page: Page): Promise<void> {
  return page.evaluate(() => {
    const timers = new Map<number, number>()
    const ticks: number[] = []
    const { setTimeout: set, clearTimeout: clear } = window
    Object.assign(window, {
      timers,
      ticks,
      setTimeout(run: () => void, ms = 0, ...rest: unknown[]) {
        const id: number = set(
          (...values: []) => {
            timers.delete(id)
            if (ms === 1000) ticks.push(id)
            run(...values)
          },
          ms,
          ...rest,
        )
        timers.set(id, ms)
        return id
      },
      clearTimeout(id: number) {
        timers.delete(id)
        clear(id)
      },
    })
  })
}

/**
 * Removes the widget right after a tick of its countdown and returns the number of later ticks. A timer that was not
 * cleared would run within the next second.
 */
function ticksAfter(page: Page, leaving: 'app' | 'element'): Promise<number> {
  return page.evaluate(async (how) => {
    const { timers, ticks } = window as unknown as Watched
    const turn = () => new Promise(requestAnimationFrame)
    while (ticks.length === 0) await turn()
    if (how === 'app') app.remove()
    else document.querySelector('#widget')?.remove()
    const before = ticks.length
    while (ticks.length === before && [...timers.values()].includes(1000)) await turn()
    return ticks.length - before
  }, leaving)
}

interface Watched {
  /** Pending timers with their delay. */
  timers: Map<number, number>
  /** The number of one-second timers that ran. */
  ticks: number[]
}

function openTimers(page: Page): Promise<number[]> {
  return page.evaluate(() => [...(window as unknown as Watched).timers.values()])
}

function sheets(page: Page): Promise<number> {
  return page.evaluate(() => document.adoptedStyleSheets.length)
}
