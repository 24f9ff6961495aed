import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Page } from 'playwright-core'
import { triedToLeave } from './browser.ts'

/**
 * Reused browser contexts. A new context fetches and compiles all scripts again, which is most of the cost of a short test;
 * a context without pages, cookies and storage is equivalent to a new one and keeps its compiled scripts.
 */
export interface Contexts {
  /** A context without data of earlier tests. */
  take(): Promise<BrowserContext>
  /** Ends what was done in all that were taken since. */
  giveBack(): Promise<void>
  /** Ends all of them. */
  end(): Promise<void>
}

/** What cannot be undone: a context that had any of it is not used again. */
const lasting = [
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
const clockwork = ['fastForward', 'install', 'pauseAt', 'resume', 'runFor', 'setFixedTime', 'setSystemTime'] as const

interface Kept {
  context: BrowserContext
  /** Stays open: clears data of the browser. */
  parked: Page
  debug: CDPSession
  /** Where pages have been. */
  origins: Set<string>
  isTouched: boolean
}

export function createContexts(browser: () => Browser, options: BrowserContextOptions = {}): Contexts {
  const free: Kept[] = []
  const taken: Kept[] = []

  async function open(): Promise<Kept> {
    const context = await browser().newContext(options)
    const parked = await context.newPage()
    const kept: Kept = {
      ...{ context, parked, debug: await context.newCDPSession(parked), origins: new Set(), isTouched: false },
    }
    triedToLeave(context)
    context.on('page', (page) => page.on('framenavigated', (frame) => note(frame.url(), kept.origins)))
    const touch = (): void => {
      kept.isTouched = true
    }
    for (const name of lasting) watch(context, name, touch)
    for (const name of clockwork) watch(context.clock, name, touch)
    return kept
  }

  /** Whether all data could be cleared. */
  async function clean({ context, parked, debug, origins, isTouched }: Kept): Promise<boolean> {
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
    async giveBack() {
      for (const kept of taken.splice(0)) if (await clean(kept)) free.push(kept)
    },
    async end() {
      for (const { context } of [...free.splice(0), ...taken.splice(0)]) await context.close()
    },
  }
}

/** Says when a method of an object is called, and calls it. */
function watch<Thing extends object>(thing: Thing, name: keyof Thing, say: () => void): void {
  const own = thing[name]
  if (typeof own !== 'function') throw new TypeError(`${String(name)} is no method`)
  Object.defineProperty(thing, name, {
    value(...given: unknown[]): unknown {
      say()
      return Reflect.apply(own, thing, given)
    },
  })
}

function note(url: string, origins: Set<string>): void {
  if (url.startsWith('http')) origins.add(new URL(url).origin)
}
