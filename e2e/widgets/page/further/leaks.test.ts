import type { LoginConfig } from '@latchkey/widgets'
import type { CDPSession, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { Embedding, ShowOptions } from '../../../hosts/host-login.ts'
import type { Build } from '../../../hosts/host-site.ts'
import { installWallets } from '../../browser-wallets.ts'
import { isFull } from '../../matrix.ts'
import { plugIn, signInQuietly } from '../../passkey-page.ts'
import { codeField, screen } from '../../widget-page.ts'
import { askForCode, prepareWidgets } from '../../widget-setup.ts'

const setup = prepareWidgets()

const mounts = Number(process.env.LEAK_MOUNTS ?? 200)
/** Mounts before the measurement, so that everything that is created once exists. */
const warmUp = 100
const config: LoginConfig = { products: ['otp'], otpOptions: { methods: ['email', 'sms'] } }

interface Held {
  heap: number
  listeners: number
  nodes: number
}

/** The counts of the page after garbage collection. */
async function held(debug: CDPSession): Promise<Held> {
  // Objects that a finalizer releases are collected the next time.
  for (let i = 0; i < 3; i++) await debug.send('HeapProfiler.collectGarbage')
  const { usedSize } = await debug.send('Runtime.getHeapUsage')
  const { jsEventListeners, nodes } = await debug.send('Memory.getDOMCounters')
  return { heap: usedSize, listeners: jsEventListeners, nodes }
}

/** Pending timers of the page, by delay, and listeners on objects that outlive every widget. */
async function watch(page: Page): Promise<void> {
  await page.evaluate(() => {
    const open = new Map<unknown, number>()
    const { setTimeout: later, clearTimeout: never, setInterval: again, clearInterval: stop } = globalThis
    const listening = new Map<string, number>()
    Object.assign(globalThis, {
      open,
      listening,
      setTimeout: (run: () => void, ms = 0, ...rest: []) => {
        const id = later(
          () => {
            open.delete(id)
            run()
          },
          ms,
          ...rest,
        )
        open.set(id, ms)
        return id
      },
      clearTimeout: (id: number) => {
        open.delete(id)
        never(id)
      },
      setInterval: (run: () => void, ms = 0) => {
        const id = again(run, ms)
        open.set(id, ms)
        return id
      },
      clearInterval: (id: number) => {
        open.delete(id)
        stop(id)
      },
    })
    for (const target of [globalThis, document] as EventTarget[]) {
      const { addEventListener: add, removeEventListener: remove } = target
      const count = (type: string, by: number) => listening.set(type, (listening.get(type) ?? 0) + by)
      target.addEventListener = (type: string, ...rest: [EventListener, AddEventListenerOptions?]) => {
        count(type, 1)
        rest[1]?.signal?.addEventListener('abort', () => count(type, -1))
        add.call(target, type, ...rest)
      }
      target.removeEventListener = (type: string, ...rest: [EventListener]) => {
        count(type, -1)
        remove.call(target, type, ...rest)
      }
    }
  })
}

/** Timers of the widget. Those of the client are not part of this test. */
const timers = (page: Page): Promise<number[]> =>
  page.evaluate(() => [...(globalThis as unknown as { open: Map<unknown, number> }).open.values()].sort())

const listening = (page: Page): Promise<Record<string, number>> =>
  page.evaluate(() => {
    const { listening: all } = globalThis as unknown as { listening: Map<string, number> }
    return Object.fromEntries([...all].filter(([, count]) => count !== 0))
  })

/** Mounts and unmounts a widget, each time after it has finished loading. */
async function cycle(page: Page, embedding: Embedding, count: number, shadow: boolean): Promise<void> {
  const dom = shadow && { enableShadowDOM: true }
  /** The widgets, each with the selector that appears before it is removed. */
  const shown: [ShowOptions, until: string][] = Array.from({ length: 10 }, () => [
    { embedding, config: { ...config, ...dom } },
    '.latchkey form',
  ])
  // One in ten watches for wallets and uses passkey autofill; another one registers passkeys.
  shown[3] = [
    { embedding, config: { ...config, ...dom, products: ['otp', 'crypto', 'passkeys'] } as LoginConfig },
    '.latchkey-choice',
  ]
  shown[7] = [{ embedding, widget: 'passkey-registration', config: { ...dom } }, '.latchkey[data-screen]']
  await page.evaluate(
    async ({ all, times }) => {
      const turn = () => new Promise((resolve) => requestAnimationFrame(resolve))
      const find = (what: string): Element | null => {
        const place = document.querySelector('#widget') as Element
        const inside = [...place.querySelectorAll('*')].flatMap(({ shadowRoot }) => shadowRoot ?? [])
        return [place, ...inside].map((root) => root.querySelector(what)).find(Boolean) ?? null
      }
      for (let i = 0; i < times; i++) {
        const [options, until] = all[i % all.length] as [ShowOptions, string]
        app.show(options)
        while (!find(until)) await turn()
        // Lazy chunks load when the browser is idle: half of the widgets are removed before that, half after.
        if (i % 2) await new Promise((resolve) => requestIdleCallback(resolve))
        app.remove()
        while (find('.latchkey')) await turn()
      }
      app.events.length = 0
      app.errors.length = 0
      await turn()
    },
    { all: shown, times: count },
  )
}

const repeatedCases: [Build, Embedding, boolean][] = [
  ['react-19', 'component', false],
  ['standalone', 'mount', false],
]
const cases: [Build, Embedding, boolean][] = [['standalone', 'mount', true], ...(isFull ? repeatedCases : [])]

describe.each(cases)(
  `${mounts} times on the page and off again (%s, %s, shadow root: %s)`,
  (build, embedding, shadow) => {
    it('leaves no memory, no listener and no timer behind', { timeout: 600_000 }, async () => {
      const context = await setup.newContext()
      await installWallets(context, [
        { name: 'Fox', type: 'ethereum' },
        { name: 'Ghost', type: 'solana' },
      ])
      const { page } = await setup.open({ build }, context)
      await plugIn(page, false)
      await signInQuietly(setup.provider.url, page)
      const debug = await context.newCDPSession(page)
      await watch(page)
      await cycle(page, embedding, warmUp, shadow)
      const before = await held(debug)
      const [heard, waited] = [await listening(page), await timers(page)]
      await cycle(page, embedding, mounts - warmUp, shadow)
      const after = await held(debug)
      expect(after.heap - before.heap).toBeLessThanOrEqual(1_000_000)
      // The counts of a page vary a little, but not by a thousand widgets.
      expect(after.listeners - before.listeners).toBeLessThanOrEqual(5)
      expect(after.nodes - before.nodes).toBeLessThanOrEqual(50)
      expect(await listening(page)).toEqual(heard)
      // The client may send its events once in that time.
      await expect.poll(async () => (await timers(page)).length).toBeLessThanOrEqual(waited.length)
    })
  },
)

describe('one timer counts down, and one listener follows the session,', () => {
  const counting = async (page: Page) => ({
    timers: (await timers(page)).filter((ms) => ms === 1_000).length,
    listening: await listening(page),
  })

  it('in StrictMode as without it (F42)', async () => {
    const found = []
    for (const embedding of ['component', 'strict'] as const) {
      const { page } = await setup.open({ build: 'react-19' })
      await watch(page)
      await page.evaluate((options) => app.show(options), { embedding, config })
      await askForCode(page)
      found.push(await counting(page))
    }
    expect(found[1]).toEqual(found[0])
    expect(found[0]?.timers).toBe(1)
  })

  it('after hot reload has put the component on the page fifty times (F42)', async () => {
    const { page } = await setup.open({ build: 'react-19' })
    await watch(page)
    await page.evaluate((options) => app.show(options), { embedding: 'strict' as const, config })
    await askForCode(page)
    await codeField(page).fill('12')
    const before = await counting(page)
    // A hot update: the same element with new props, and effects run again.
    for (let i = 0; i < 50; i++)
      await page.evaluate((options) => app.show(options), { embedding: 'strict' as const, config })
    expect(await counting(page)).toEqual(before)
    await screen(page, 'otp_authenticate')
    expect(await codeField(page).inputValue()).toBe('12')
    await page.evaluate(() => app.remove())
    await expect.poll(async () => (await counting(page)).timers).toBe(0)
  })
})
