import { useCallback, useState } from 'react'
import { defaultSettings, readSettings, type Settings } from './settings.ts'

const storageKey = 'latchkey-playground'

export interface SettingsInUse {
  readonly settings: Settings
  change(part: Partial<Settings>): void
  reset(): void
}

/** The settings, stored in this browser, so that a reload and the tab of a magic link show the same widget. */
export function useSettings(): SettingsInUse {
  const [settings, setSettings] = useState(() => readSettings(readStored()))
  const change = useCallback((part: Partial<Settings>) => {
    setSettings((before) => store({ ...before, ...part }))
  }, [])
  const reset = useCallback(() => setSettings(store(defaultSettings)), [])
  return { settings, change, reset }
}

/** Returns null if storage is blocked; then the settings are lost on reload. */
function readStored(): string | null {
  try {
    return localStorage.getItem(storageKey)
  } catch {
    return null
  }
}

function store(settings: Settings): Settings {
  try {
    localStorage.setItem(storageKey, JSON.stringify(settings))
  } catch {}
  return settings
}
