import { primarySubtag } from '../../http/accept-language.ts'
import { ar } from './strings/ar.ts'
import { de } from './strings/de.ts'
import { en, type MessageKey, type MessageStrings } from './strings/en.ts'
import { es } from './strings/es.ts'
import { fr } from './strings/fr.ts'
import { he } from './strings/he.ts'
import { hi } from './strings/hi.ts'
import { it } from './strings/it.ts'
import { ja } from './strings/ja.ts'
import { ko } from './strings/ko.ts'
import { nl } from './strings/nl.ts'
import { pl } from './strings/pl.ts'
import { ptBr } from './strings/pt-br.ts'
import { tr } from './strings/tr.ts'
import { zhCn } from './strings/zh-cn.ts'

/** One of the languages that messages are written in. */
export interface MessageLanguage {
  /** BCP 47, for `lang` and for `Intl`. */
  tag: string
  direction: 'ltr' | 'rtl'
  strings: MessageStrings
}

/** By primary language subtag: each language has one variant. */
const languages: Readonly<Record<string, MessageLanguage>> = {
  ar: { tag: 'ar', direction: 'rtl', strings: ar },
  de: { tag: 'de', direction: 'ltr', strings: de },
  en: { tag: 'en', direction: 'ltr', strings: en },
  es: { tag: 'es', direction: 'ltr', strings: es },
  fr: { tag: 'fr', direction: 'ltr', strings: fr },
  he: { tag: 'he', direction: 'rtl', strings: he },
  hi: { tag: 'hi', direction: 'ltr', strings: hi },
  it: { tag: 'it', direction: 'ltr', strings: it },
  ja: { tag: 'ja', direction: 'ltr', strings: ja },
  ko: { tag: 'ko', direction: 'ltr', strings: ko },
  nl: { tag: 'nl', direction: 'ltr', strings: nl },
  pl: { tag: 'pl', direction: 'ltr', strings: pl },
  pt: { tag: 'pt-BR', direction: 'ltr', strings: ptBr },
  tr: { tag: 'tr', direction: 'ltr', strings: tr },
  zh: { tag: 'zh-CN', direction: 'ltr', strings: zhCn },
}

/** The tags of all languages that messages are written in. */
export const messageLanguageTags: readonly string[] = Object.values(languages).map(({ tag }) => tag)

export const english: MessageLanguage = { tag: 'en', direction: 'ltr', strings: en }

/** The language of a BCP 47 tag: `de-AT` is `de`, `pt` is `pt-BR`, `iw` is `he`. Null for a language without strings. */
export function matchLanguage(tag: string): MessageLanguage | null {
  const primary = primarySubtag(tag)
  return Object.hasOwn(languages, primary) ? (languages[primary] ?? null) : null
}

/** A string with its `{placeholders}` filled in. A value is never searched for placeholders. */
export function say(
  { strings }: MessageLanguage,
  key: MessageKey,
  values: Readonly<Record<string, string>> = {},
): string {
  return strings[key].replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')
}

/** `30 Minuten`, `1 heure`, `5 分`: in whole days or hours where possible. */
export function durationIn({ tag }: MessageLanguage, minutes: number): string {
  const [amount, unit] =
    minutes % 1440 === 0 ? [minutes / 1440, 'day'] : minutes % 60 === 0 ? [minutes / 60, 'hour'] : [minutes, 'minute']
  const format = formatter(`${tag} ${unit}`, () => {
    return new Intl.NumberFormat(intlTag(tag), { style: 'unit', unit, unitDisplay: 'long' })
  })
  const text = format.format(amount)
  // A non-breaking space would double the size of a text message; Japanese writes units without a space.
  return text.replace(/\s/g, tag === 'ja' ? '' : ' ')
}

/** `17.11.2026, 19:54 (UTC+1)` */
export function timeIn({ tag }: MessageLanguage, at: number, timeZone: string): string {
  const date = new Date(at)
  const local = formatter(`${tag} time ${timeZone}`, () => {
    const hourCycle = tag === 'en' ? 'h12' : 'h23'
    return new Intl.DateTimeFormat(intlTag(tag), { dateStyle: 'medium', timeStyle: 'short', timeZone, hourCycle })
  }).format(date)
  const zone = offsetFormat(timeZone)
    .formatToParts(date)
    .find(({ type }) => type === 'timeZoneName')?.value
  return `${local.replace(/\s/g, ' ')} (${(zone ?? 'UTC').replace('GMT', 'UTC').replace(/^UTC\+0$/, 'UTC')})`
}

/** Is it the name of a time zone? Offsets are not: clients send names. */
export function isTimeZone(text: string): boolean {
  if (!/^[A-Za-z][A-Za-z0-9_+/-]{0,63}$/.test(text)) return false
  try {
    offsetFormat(text)
    return true
  } catch {
    return false
  }
}

function offsetFormat(timeZone: string): Intl.DateTimeFormat {
  return formatter(`offset ${timeZone}`, () => {
    return new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'shortOffset' })
  })
}

/** The name of a country, from its ISO 3166 code; null for a code that is not one. */
export function countryIn({ tag }: MessageLanguage, code: string): string | null {
  // XX and T1 are what proxies send for “unknown” and for Tor.
  if (!/^[A-Z]{2}$/.test(code) || code === 'XX') return null
  return new Intl.DisplayNames([tag], { type: 'region', fallback: 'none' }).of(code) ?? null
}

/** Formatters never change, and one takes longer to create than the rest of a message. */
const formatters = new Map<string, Intl.NumberFormat | Intl.DateTimeFormat>()
const mostFormatters = 256

function formatter<F extends Intl.NumberFormat | Intl.DateTimeFormat>(key: string, create: () => F): F {
  const known = formatters.get(key)
  // The key begins with what creates it: the kind of formatter is the same.
  if (known) return known as F
  // Time zones come from clients: the map must not grow with them.
  if (formatters.size >= mostFormatters) formatters.clear()
  const created = create()
  formatters.set(key, created)
  return created
}

/** Arabic with the digits that codes and addresses have. */
function intlTag(tag: string): string {
  return tag === 'ar' ? 'ar-u-nu-latn' : tag
}
