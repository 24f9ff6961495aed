import type { BrowserContext, BrowserContextOptions, CDPSession, Disposable, Page } from 'playwright-core'
import { sharedBrowser, triedToLeave } from './browser.ts'

/**
 * Reused browser contexts. A new context starts a renderer, and fetches and compiles all scripts again, which is most of
 * the cost of a short test; a context without pages, cookies and storage is equivalent to a new one and keeps its
 * compiled scripts.
 */
export interface Contexts {
  /** A context without data of earlier tests. */
  take(options?: BrowserContextOptions): Promise<BrowserContext>
  /** Clears the contexts that were taken since the last call, or closes them if they cannot be cleared. */
  release(): Promise<void>
}

/** Methods whose effect cannot be undone. A context is not reused after a call of one of them. */
const lastingMethods = ['grantPermissions', 'setExtraHTTPHeaders', 'setGeolocation'] as const
const clockMethods = ['fastForward', 'install', 'pauseAt', 'resume', 'runFor', 'setFixedTime', 'setSystemTime'] as const
/** Methods that return a handle with which their effect is undone. */
const disposableMethods = ['addInitScript', 'exposeBinding', 'exposeFunction'] as const
const listenMethods = ['addListener', 'on', 'once', 'prependListener'] as const

interface PooledContext {
  context: BrowserContext
  /** The options of the context as JSON. */
  key: string
  /** Stays open: its session clears the storage of origins. */
  parked: Page
  debug: CDPSession
  /** The origins that pages have visited. */
  origins: Set<string>
  isTouched: boolean
  /** Undo calls of the test. */
  undo: (() => unknown)[]
}

let shared: Contexts | undefined

/** The contexts of `sharedBrowser`, for all test files of this process, until it exits. */
export function sharedContexts(): Contexts {
  shared ??= createContexts()
  return shared
}

function createContexts(): Contexts {
  const free: PooledContext[] = []
  const taken: PooledContext[] = []

  async function open(options: BrowserContextOptions, key: string): Promise<PooledContext> {
    const context = await (await sharedBrowser()).newContext(options)
    const parked = await context.newPage()
    const debug = await context.newCDPSession(parked)
    const kept: PooledContext = { context, key, parked, debug, origins: new Set(), isTouched: false, undo: [] }
    triedToLeave(context)
    context.on('page', (page) => page.on('framenavigated', (frame) => note(frame.url(), kept.origins)))
    watchCalls(kept)
    return kept
  }

  /** Whether all data could be cleared. */
  async function clean({ context, parked, debug, origins, isTouched, undo }: PooledContext): Promise<boolean> {
    if (parked.isClosed()) return false
    await context.unrouteAll({ behavior: 'ignoreErrors' })
    if (isTouched) {
      await context.close()
      return false
    }
    await Promise.all(context.pages().map((page) => (page === parked ? undefined : page.close())))
    for (const one of undo.splice(0)) await one()
    await context.clearCookies()
    for (const origin of origins) await debug.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' })
    origins.clear()
    return true
  }

  return {
    async take(options = {}) {
      const key = JSON.stringify(options)
      const known = free.findIndex((one) => one.key === key)
      const kept = free.splice(known, known < 0 ? 0 : 1)[0] ?? (await open(options, key))
      taken.push(kept)
      triedToLeave(kept.context).length = 0
      return kept.context
    },
    async release() {
      for (const kept of taken.splice(0)) if (await clean(kept)) free.push(kept)
    },
  }
}

/** Notes what a test changes in its context. */
function watchCalls(kept: PooledContext): void {
  const { context, undo } = kept
  const touch = (): void => {
    kept.isTouched = true
  }
  for (const name of lastingMethods) watch(context, name, touch)
  for (const name of clockMethods) watch(context.clock, name, touch)
  for (const name of disposableMethods) {
    watch(context, name, (_, result) => undo.push(async () => ((await result) as Disposable).dispose()))
  }
  for (const name of listenMethods) {
    watch(context, name, ([event, listener]) => undo.push(() => context.off(event as 'page', listener as () => void)))
  }
  watch(context, 'setOffline', () => undo.push(() => context.setOffline(false)))
}

/** Calls `onCall` after each call of a method, with the arguments and the result. */
function watch<Target extends object>(
  target: Target,
  name: keyof Target,
  onCall: (given: unknown[], result: unknown) => void,
): void {
  const own = target[name]
  if (typeof own !== 'function') throw new TypeError(`${String(name)} is not a method`)
  Object.defineProperty(target, name, {
    value(...given: unknown[]): unknown {
      const result: unknown = Reflect.apply(own, target, given)
      onCall(given, result)
      return result
    },
  })
}

function note(url: string, origins: Set<string>): void {
  if (url.startsWith('http')) origins.add(new URL(url).origin)
}
