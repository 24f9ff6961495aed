import { useCallback, useEffect, useState } from 'react'
import { defaultSettings, readSettings, type Settings } from './settings.ts'
import { hashOf, settingsInHash } from './shared-url.ts'

const storageKey = 'latchkey-playground'

export interface SettingsInUse {
  readonly settings: Settings
  change(part: Partial<Settings>): void
  reset(): void
}

/**
 * The settings, stored in this browser, so that a reload and the tab of a magic link show the same widget, and in the
 * URL of the page, so that it can be shared. A shared URL replaces the stored settings.
 */
export function useSettings(): SettingsInUse {
  const [settings, setSettings] = useState(() => {
    const shared = settingsInHash(location.hash)
    return shared ? store(shared) : readSettings(readStored())
  })
  const change = useCallback((part: Partial<Settings>) => {
    setSettings((before) => keep({ ...before, ...part }))
  }, [])
  const reset = useCallback(() => setSettings(keep(defaultSettings)), [])
  useEffect(() => {
    const read = (): void => {
      const shared = settingsInHash(location.hash)
      if (shared) setSettings(store(shared))
    }
    addEventListener('hashchange', read)
    return () => removeEventListener('hashchange', read)
  }, [])
  return { settings, change, reset }
}

/** The URL of the playground with these settings. */
export function sharedUrl(settings: Settings): string {
  const hash = hashOf(settings)
  return `${location.origin}${location.pathname}${hash === '' ? '' : `#${hash}`}`
}

/** Returns null if storage is blocked; then the settings are lost on reload. */
function readStored(): string | null {
  try {
    return localStorage.getItem(storageKey)
  } catch {
    return null
  }
}

/** Stores the settings and writes them to the URL. The query of the page stays: it may hold an authorization request. */
function keep(settings: Settings): Settings {
  const hash = hashOf(settings)
  history.replaceState(history.state, '', `${location.pathname}${location.search}${hash === '' ? '' : `#${hash}`}`)
  return store(settings)
}

function store(settings: Settings): Settings {
  try {
    localStorage.setItem(storageKey, JSON.stringify(settings))
  } catch {}
  return settings
}
