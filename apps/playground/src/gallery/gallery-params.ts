import { isLocale, type Locale } from '../settings/locales.ts'
import { presets } from '../settings/presets.ts'
import { type Scheme, schemes } from '../settings/theme.ts'

/** The query parameters of the gallery: which screens it shows, and how. */
export interface GalleryParams {
  /** `widget`, `widget/screen` or `widget/screen/name`; empty for all. */
  readonly only: string
  readonly theme: string
  readonly scheme: Scheme
  readonly locale: Locale
  /** `auto` is the direction of the language. */
  readonly direction: keyof typeof directions
  readonly width: keyof typeof widths
  readonly dom: keyof typeof doms
}

export const directions = { auto: 'Follow the language', ltr: 'Left to right', rtl: 'Right to left' } as const
export const widths = { '400': 'Default', '320': '320 px', '390': '390 px', '1248': 'Full width' } as const
export const doms = { light: 'In the page', shadow: 'In a shadow root' } as const
export const themes: Readonly<Record<string, string>> = Object.fromEntries(presets.map(({ name }) => [name, name]))

export const defaultParams: GalleryParams = {
  only: '',
  theme: 'Default',
  scheme: 'light',
  locale: 'en',
  direction: 'auto',
  width: '400',
  dom: 'light',
}

/** Invalid parameters get their default. */
export function readGalleryParams(search: string): GalleryParams {
  const query = new URLSearchParams(search)
  const chosen = <Name extends string>(name: keyof GalleryParams, options: Readonly<Record<Name, string>>): Name => {
    const value = query.get(name) ?? ''
    return (Object.hasOwn(options, value) ? value : defaultParams[name]) as Name
  }
  const locale = query.get('locale')
  return {
    only: query.get('only') ?? defaultParams.only,
    theme: chosen('theme', themes),
    scheme: chosen('scheme', schemes),
    locale: isLocale(locale) ? locale : defaultParams.locale,
    direction: chosen('direction', directions),
    width: chosen('width', widths),
    dom: chosen('dom', doms),
  }
}

/** The query string without defaults. */
export function writeGalleryParams(params: GalleryParams): string {
  const changed = Object.entries(params).filter(([name, value]) => value !== defaultParams[name as keyof GalleryParams])
  return changed.length === 0 ? '' : `?${new URLSearchParams(changed)}`
}
