import type { VirtualClock } from './memory-clock.ts'
import { createVirtualClock } from './memory-clock.ts'
import type { CookieJar } from './memory-cookies.ts'
import { createCookieJar } from './memory-cookies.ts'
import type { Locks, Platform, PlatformEvent } from './platform.ts'

export interface LogLine {
  readonly level: 'warn' | 'error'
  readonly text: string
}

export interface MemoryProfileOptions {
  readonly fetch: Platform['fetch']
  readonly clock?: VirtualClock
  readonly seed?: number
  /** Hands an event to a tab; by default in a microtask. A test may delay, drop or repeat it. */
  readonly deliver?: (run: () => void) => void
}

/** One browser profile: cookies, storage and locks that its tabs share. */
export interface MemoryProfile {
  readonly clock: VirtualClock
  readonly cookies: CookieJar
  readonly storage: Map<string, string>
  /** Faults, to be switched on by a test. */
  readonly faults: { cookies: boolean; storage: boolean; partitioned: boolean }
  openTab(href?: string): MemoryTab
  /** What a person does in the browser's settings. */
  clearStorage(): void
}

export interface MemoryTab {
  readonly platform: Platform
  readonly log: LogLine[]
  href(): string
  navigate(href: string): void
  emit(event: PlatformEvent): void
  /** The user presses a button; false: the press was seconds ago. */
  press(isActive?: boolean): void
  /** Gives the browser what it lacks: an authenticator, a worker, a frame. */
  install(parts: Partial<Platform>): void
  /** No timer fires and no event arrives until the tab is thawed. */
  freeze(): void
  thaw(): void
  /** Gone without a farewell: nothing of it runs again. */
  crash(): void
  /** Listeners and timers of this tab that are still there. */
  leftovers(): number
}

/** A fake browser. Shared by the kit's own tests; never part of a bundle. */
export function createMemoryProfile(options: MemoryProfileOptions): MemoryProfile {
  const clock = options.clock ?? createVirtualClock()
  const cookies = createCookieJar(clock.now)
  const storage = new Map<string, string>()
  const faults = { cookies: false, storage: false, partitioned: false }
  const locks = new Set<string>()
  const tabs = new Set<{ receive(event: PlatformEvent): void }>()
  const deliver = options.deliver ?? queueMicrotask
  const random = createRandom(options.seed ?? 1)

  /** Never waits: who does not get the lock is handed none. */
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
    /** What cancels each timer that is running, and what those would have run that fell due while frozen. */
    const timers = new Map<number, () => void>()
    const held = new Map<number, () => void>()
    let nextTimer = 1
    const log: LogLine[] = []
    const userActivation = { isActive: false }
    const self = {
      receive(event: PlatformEvent) {
        // A frozen page is told nothing; it looks for itself when it comes back.
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

    function tellOthers(): void {
      for (const tab of tabs) if (tab !== self) deliver(() => tab.receive('storage'))
    }

    const platform: Platform = {
      fetch: (url, init) =>
        new Promise((resolve, reject) => {
          init.signal?.addEventListener('abort', () => reject(new Error('aborted')))
          const answer = <T>(run: (value: T) => void) => {
            return (value: T): void => {
              if (state !== 'dead') run(value)
            }
          }
          options.fetch(url, init).then(answer(resolve), answer(reject))
        }),
      setTimeout(run, ms) {
        const timer = nextTimer++
        const cancel = clock.setTimeout(() => {
          if (state === 'frozen') held.set(timer, run)
          timers.delete(timer)
          if (state === 'alive') run()
        }, ms)
        timers.set(timer, cancel)
        return timer
      },
      clearTimeout(timer = 0) {
        timers.get(timer)?.()
        timers.delete(timer)
        held.delete(timer)
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
          tellOthers()
        },
        removeItem(key) {
          guardStorage()
          if (storage.delete(key)) tellOthers()
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
        for (const [timer, run] of held) {
          held.delete(timer)
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

/** mulberry32: small, seeded, good enough to be told apart. Not for secrets. */
function createRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return (mixed ^ (mixed >>> 14)) >>> 0
  }
}
