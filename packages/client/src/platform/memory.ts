import type { VirtualClock } from './memory-clock.ts'
import { createVirtualClock } from './memory-clock.ts'
import type { CookieJar } from './memory-cookies.ts'
import { createCookieJar } from './memory-cookies.ts'
import type { Locks, Platform, PlatformEvent } from './platform.ts'

/** A line that the client wrote to the console. */
export interface LogLine {
  readonly level: 'warn' | 'error'
  readonly text: string
}

/** The options of `createMemoryProfile`. */
export interface MemoryProfileOptions {
  readonly fetch: Platform['fetch']
  readonly clock?: VirtualClock
  readonly seed?: number
  /**
   * Delivers a `storage` event to a tab. A test may delay, drop or repeat it.
   * @default queueMicrotask
   */
  readonly deliver?: (run: () => void) => void
}

/** A browser profile: the cookies, storage and locks that its tabs share. */
export interface MemoryProfile {
  readonly clock: VirtualClock
  readonly cookies: CookieJar
  readonly storage: Map<string, string>
  /** Faults that a test can turn on. */
  readonly faults: { cookies: boolean; storage: boolean; partitioned: boolean }
  openTab(href?: string): MemoryTab
  /** Clears the storage, as a user does in the browser settings. */
  clearStorage(): void
}

/** A tab of a fake browser. */
export interface MemoryTab {
  readonly platform: Platform
  readonly log: LogLine[]
  href(): string
  navigate(href: string): void
  emit(event: PlatformEvent): void
  /** Sets the user activation: true after a press of a button, false when it has expired. */
  press(isActive?: boolean): void
  /** Adds browser features, such as an authenticator or workers. */
  install(parts: Partial<Platform>): void
  /** Stops timers and events until `thaw`. */
  freeze(): void
  thaw(): void
  /** Ends the tab without events: no code of it runs again. */
  crash(): void
  /** The number of listeners and timers of this tab. */
  leftovers(): number
}

/**
 * Creates a fake browser for tests. Never part of a bundle.
 *
 * @example
 * const profile = createMemoryProfile({ fetch })
 * const client = createClient('public-token-test-1', { platform: profile.openTab().platform })
 */
export function createMemoryProfile(options: MemoryProfileOptions): MemoryProfile {
  const clock = options.clock ?? createVirtualClock()
  const cookies = createCookieJar(clock.now)
  const storage = new Map<string, string>()
  const faults = { cookies: false, storage: false, partitioned: false }
  const locks = new Set<string>()
  const tabs = new Set<{ receive(event: PlatformEvent): void }>()
  const deliver = options.deliver ?? queueMicrotask
  const random = createRandom(options.seed ?? 1)

  /** Like `ifAvailable`: calls the task with null if the lock is held. */
  const requestLock: Locks['request'] = async (name, _options, task) => {
    if (locks.has(name)) return task(null)
    locks.add(name)
    try {
      return await task(name)
    } finally {
      locks.delete(name)
    }
  }

  function openTab(first = 'https://app.example.com/'): MemoryTab {
    let href = first
    let state: 'alive' | 'frozen' | 'dead' = 'alive'
    const listeners = new Set<readonly [PlatformEvent, () => void]>()
    /** How to cancel each running timer. */
    const timers = new Map<number, () => void>()
    /** The callbacks of timers that became due while the tab was frozen. */
    const delayed = new Map<number, () => void>()
    let nextTimer = 1
    const log: LogLine[] = []
    const userActivation = { isActive: false }
    const self = {
      receive(event: PlatformEvent) {
        // A frozen page receives no events; it reads the storage again when it is thawed.
        if (state !== 'alive') return
        for (const [wanted, run] of [...listeners]) if (wanted === event) run()
      },
    }
    tabs.add(self)

    const isSecure = (): boolean => /^https:|^http:\/\/localhost/.test(href)
    const write =
      (level: LogLine['level']) =>
      (...parts: unknown[]): void => {
        log.push({ level, text: parts.map(String).join(' ') })
      }

    function guardStorage(): void {
      if (faults.storage) throw new Error('The storage is not available.')
    }

    function notifyOtherTabs(): void {
      for (const tab of tabs) if (tab !== self) deliver(() => tab.receive('storage'))
    }

    const platform: Platform = {
      fetch: (url, init) =>
        new Promise((resolve, reject) => {
          init.signal?.addEventListener('abort', () => reject(new Error('aborted')))
          const settleUnlessDead = <T>(run: (value: T) => void) => {
            return (value: T): void => {
              if (state !== 'dead') run(value)
            }
          }
          options.fetch(url, init).then(settleUnlessDead(resolve), settleUnlessDead(reject))
        }),
      setTimeout(run, ms) {
        const timer = nextTimer++
        const cancel = clock.setTimeout(() => {
          if (state === 'frozen') delayed.set(timer, run)
          timers.delete(timer)
          if (state === 'alive') run()
        }, ms)
        timers.set(timer, cancel)
        return timer
      },
      clearTimeout(timer = 0) {
        timers.get(timer)?.()
        timers.delete(timer)
        delayed.delete(timer)
      },
      addEventListener(event, run, { signal }) {
        const listener = [event, run] as const
        listeners.add(listener)
        signal.addEventListener('abort', () => listeners.delete(listener))
      },
      Date: clock,
      Math: { random: () => random() / 2 ** 32 },
      Intl: { DateTimeFormat: () => ({ resolvedOptions: () => ({ timeZone: 'Etc/UTC' }) }) },
      crypto: {
        getRandomValues: (array) => {
          if (array instanceof Uint32Array) array.set(array.map(random))
          return array
        },
        subtle: crypto.subtle,
      },
      document: {
        get cookie() {
          return faults.cookies ? '' : cookies.read(isSecure())
        },
        set cookie(cookie) {
          if (!faults.cookies) cookies.write(cookie, isSecure())
        },
        hidden: false,
        hasStorageAccess: async () => !faults.partitioned,
      },
      localStorage: {
        getItem(key) {
          guardStorage()
          return storage.get(key) ?? null
        },
        setItem(key, value) {
          guardStorage()
          if (storage.get(key) === value) return
          storage.set(key, value)
          notifyOtherTabs()
        },
        removeItem(key) {
          guardStorage()
          if (storage.delete(key)) notifyOtherTabs()
        },
      },
      location: {
        get href() {
          return href
        },
        set href(next) {
          href = next
        },
        get origin() {
          return new URL(href).origin
        },
        get hostname() {
          return new URL(href).hostname
        },
      },
      history: {
        state: null,
        replaceState(_state, _title, url) {
          href = String(url)
        },
      },
      navigator: { locks: { request: requestLock }, userAgent: 'test', userActivation },
      console: { warn: write('warn'), error: write('error') },
      top: null,
    }

    return {
      platform,
      log,
      href: () => href,
      navigate: (next) => {
        href = next
      },
      emit: self.receive,
      press(isActive = true) {
        userActivation.isActive = isActive
      },
      install: (parts) => void Object.assign(platform, parts),
      freeze: () => {
        if (state === 'alive') state = 'frozen'
      },
      thaw() {
        if (state !== 'frozen') return
        state = 'alive'
        for (const [timer, run] of delayed) {
          delayed.delete(timer)
          run()
        }
        self.receive('visibilitychange')
      },
      crash() {
        state = 'dead'
        tabs.delete(self)
        for (const cancel of timers.values()) cancel()
        timers.clear()
        listeners.clear()
      },
      leftovers: () => listeners.size + timers.size,
    }
  }

  return {
    clock,
    cookies,
    storage,
    faults,
    openTab,
    clearStorage() {
      storage.clear()
      for (const tab of tabs) deliver(() => tab.receive('storage'))
    },
  }
}

/** mulberry32: a small seeded generator. Not for secrets. */
function createRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return (mixed ^ (mixed >>> 14)) >>> 0
  }
}
