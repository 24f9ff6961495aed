import { defaultSettings, type Settings, settingsFrom } from './settings.ts'
import { defaultTheme, type Theme } from './theme.ts'

const lists = ['products', 'methods', 'providers'] as const
const numbers = ['sessionMinutes'] as const
const booleans = ['buttonsFirst', 'offerPasskey', 'showLastUsed', 'shadowDom'] as const
const words = ['widget', 'oneTap', 'locale'] as const
const themeKeys = Object.keys(defaultTheme) as (keyof Theme)[]

/**
 * The part of a URL after `#` that opens the playground with these settings; empty for the default ones.
 *
 * @example
 * hashOf({ ...defaultSettings, locale: 'de' }) // 'locale=de'
 */
export function hashOf(settings: Settings): string {
  const query = new URLSearchParams()
  for (const name of [...words, ...numbers, ...booleans])
    if (settings[name] !== defaultSettings[name]) query.set(name, String(settings[name]))
  for (const name of lists) {
    const text = settings[name].join(' ')
    if (text !== defaultSettings[name].join(' ')) query.set(name, text)
  }
  for (const key of themeKeys)
    if (settings.theme[key] !== defaultTheme[key]) query.set(`theme.${key}`, String(settings.theme[key]))
  for (const [key, text] of Object.entries(settings.texts)) query.set(`text.${key}`, text)
  return query.toString()
}

/** The settings in the `#…` of a URL; null if it has none. Invalid values get their default. */
export function settingsInHash(hash: string): Settings | null {
  const query = new URLSearchParams(hash.replace(/^#/, ''))
  const value: Record<string, unknown> = {}
  const theme: Record<string, unknown> = {}
  const texts: Record<string, string> = {}
  for (const [name, text] of query) {
    if (name.startsWith('theme.')) theme[name.slice('theme.'.length)] = typed(text, themeTypeOf(name))
    else if (name.startsWith('text.')) texts[name.slice('text.'.length)] = text
    else if (includes(lists, name)) value[name] = text.split(' ').filter(Boolean)
    else if (includes(numbers, name)) value[name] = Number(text)
    else if (includes(booleans, name)) value[name] = typed(text, 'boolean')
    else if (includes(words, name)) value[name] = text
    else return null
  }
  return query.size === 0 ? null : settingsFrom({ ...value, theme, texts })
}

function includes(names: readonly string[], name: string): boolean {
  return names.includes(name)
}

function themeTypeOf(name: string): string {
  return typeof defaultTheme[name.slice('theme.'.length) as keyof Theme]
}

function typed(text: string, type: string): unknown {
  if (type === 'number') return Number(text)
  return type === 'boolean' ? text === 'true' : text
}
