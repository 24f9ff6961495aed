import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Page } from 'playwright-core'
import { triedToLeave } from './browser.ts'

/**
 * Reused browser contexts. A new context fetches and compiles all scripts again, which is most of the cost of a short test;
 * a context without pages, cookies and storage is equivalent to a new one and keeps its compiled scripts.
 */
export interface Contexts {
  /** A context without data of earlier tests. */
  take(): Promise<BrowserContext>
  /** Clears the contexts that were taken since the last call, or closes them if they cannot be cleared. */
  release(): Promise<void>
  /** Closes all contexts. */
  end(): Promise<void>
}

/** Methods whose effect cannot be undone. A context is not reused after a call of one of them. */
const lastingMethods = [
  'addInitScript',
  'addListener',
  'exposeBinding',
  'exposeFunction',
  'grantPermissions',
  'on',
  'once',
  'prependListener',
  'setExtraHTTPHeaders',
  'setGeolocation',
  'setOffline',
] as const
const clockMethods = ['fastForward', 'install', 'pauseAt', 'resume', 'runFor', 'setFixedTime', 'setSystemTime'] as const

interface PooledContext {
  context: BrowserContext
  /** Stays open: its session clears the storage of origins. */
  parked: Page
  debug: CDPSession
  /** The origins that pages have visited. */
  origins: Set<string>
  isTouched: boolean
}

export function createContexts(browser: () => Browser, options: BrowserContextOptions = {}): Contexts {
  const free: PooledContext[] = []
  const taken: PooledContext[] = []

  async function open(): Promise<PooledContext> {
    const context = await browser().newContext(options)
    const parked = await context.newPage()
    const kept: PooledContext = {
      ...{ context, parked, debug: await context.newCDPSession(parked), origins: new Set(), isTouched: false },
    }
    triedToLeave(context)
    context.on('page', (page) => page.on('framenavigated', (frame) => note(frame.url(), kept.origins)))
    const touch = (): void => {
      kept.isTouched = true
    }
    for (const name of lastingMethods) watch(context, name, touch)
    for (const name of clockMethods) watch(context.clock, name, touch)
    return kept
  }

  /** Whether all data could be cleared. */
  async function clean({ context, parked, debug, origins, isTouched }: PooledContext): Promise<boolean> {
    if (parked.isClosed()) return false
    await context.unrouteAll({ behavior: 'ignoreErrors' })
    if (isTouched) {
      await context.close()
      return false
    }
    await Promise.all(context.pages().map((page) => (page === parked ? undefined : page.close())))
    await context.clearCookies()
    for (const origin of origins) await debug.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' })
    origins.clear()
    return true
  }

  return {
    async take() {
      const kept = free.pop() ?? (await open())
      taken.push(kept)
      triedToLeave(kept.context).length = 0
      return kept.context
    },
    async release() {
      for (const kept of taken.splice(0)) if (await clean(kept)) free.push(kept)
    },
    async end() {
      for (const { context } of [...free.splice(0), ...taken.splice(0)]) await context.close()
    },
  }
}

/** Calls `onCall` before each call of a method. */
function watch<Target extends object>(target: Target, name: keyof Target, onCall: () => void): void {
  const own = target[name]
  if (typeof own !== 'function') throw new TypeError(`${String(name)} is not a method`)
  Object.defineProperty(target, name, {
    value(...given: unknown[]): unknown {
      onCall()
      return Reflect.apply(own, target, given)
    },
  })
}

function note(url: string, origins: Set<string>): void {
  if (url.startsWith('http')) origins.add(new URL(url).origin)
}
