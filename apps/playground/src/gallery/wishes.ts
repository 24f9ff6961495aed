import { isLocale, type Locale } from '../settings/locales.ts'
import { presets } from '../settings/presets.ts'
import { type Scheme, schemes } from '../settings/theme.ts'

/** What of the gallery is to be seen, and how. It stands in the address: a link shows the same to somebody else. */
export interface Wishes {
  /** `widget`, `widget/screen` or `widget/screen/name`; empty for all. */
  readonly only: string
  readonly theme: string
  readonly scheme: Scheme
  readonly locale: Locale
  /** `auto` is the language's own. */
  readonly direction: keyof typeof directions
  readonly width: keyof typeof widths
  readonly dom: keyof typeof doms
}

export const directions = { auto: 'As the language', ltr: 'Left to right', rtl: 'Right to left' } as const
export const widths = { '400': 'As they come', '320': '320 px', '390': '390 px', '1248': 'The whole window' } as const
export const doms = { light: 'In the page', shadow: 'In a shadow root' } as const
export const themes: Readonly<Record<string, string>> = Object.fromEntries(presets.map(({ name }) => [name, name]))

export const firstWishes: Wishes = {
  only: '',
  theme: 'Default',
  scheme: 'light',
  locale: 'en',
  direction: 'auto',
  width: '400',
  dom: 'light',
}

/** Anybody may have written the address: what makes no sense is left at its default. */
export function readWishes(search: string): Wishes {
  const query = new URLSearchParams(search)
  const chosen = <Name extends string>(name: keyof Wishes, options: Readonly<Record<Name, string>>): Name => {
    const value = query.get(name) ?? ''
    return (Object.hasOwn(options, value) ? value : firstWishes[name]) as Name
  }
  const locale = query.get('locale')
  return {
    only: query.get('only') ?? firstWishes.only,
    theme: chosen('theme', themes),
    scheme: chosen('scheme', schemes),
    locale: isLocale(locale) ? locale : firstWishes.locale,
    direction: chosen('direction', directions),
    width: chosen('width', widths),
    dom: chosen('dom', doms),
  }
}

/** The shortest address that says the same. */
export function writeWishes(wishes: Wishes): string {
  const said = Object.entries(wishes).filter(([name, value]) => value !== firstWishes[name as keyof Wishes])
  return said.length === 0 ? '' : `?${new URLSearchParams(said)}`
}
