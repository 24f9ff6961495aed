import { deviceName } from '../../http/device-name.ts'
import type { TemplateWords } from '../../storage/records.ts'
import { countryIn, durationIn, type MessageLanguage, say, timeIn } from './message-language.ts'
import type { MessageKey } from './strings/en.ts'

/** Everything that a message says besides its own content: language, project and the request that caused it. */
export interface MessageContext {
  language: MessageLanguage
  /** The texts of the project's template in that language. */
  custom: TemplateWords
  project: MessageProject
  request: MessageRequest
}

export interface MessageProject {
  name: string
  /** An https URL; null shows the name. */
  logoUrl: string | null
  /** `#rrggbb` */
  brandColor: string | null
  supportEmail: string | null
}

export interface MessageRequest {
  at: number
  /** An IANA name that `Intl` knows. */
  timeZone: string
  userAgent: string
  /** ISO 3166 code, from a proxy that the operator trusts. */
  country: string | null
}

/** A line of the request details: what it is, and its value. */
export type Detail = readonly [label: string, value: string]

/** Helpers for templates: strings in the right language, with the values that every message has. */
export interface Composer {
  say(key: MessageKey, values?: Readonly<Record<string, string>>): string
  duration(minutes: number): string
  /** When the request came, and from which device and country as far as they are known. */
  details(): readonly Detail[]
  /** How to get help; null if the project names no address. */
  help: string | null
}

export function composeWith({ language, project, request }: MessageContext): Composer {
  const name = oneLine(project.name)
  const tell: Composer['say'] = (key, values) => say(language, key, { project: name, ...values })
  return {
    say: tell,
    duration: (minutes) => durationIn(language, minutes),
    details() {
      const { browser, system } = deviceName(request.userAgent)
      const device =
        browser !== null && system !== null
          ? tell('details.browser_and_system', { browser, system })
          : (browser ?? system)
      const country = request.country === null ? null : countryIn(language, request.country)
      return [
        [tell('details.time'), timeIn(language, request.at, request.timeZone)],
        ...(device === null ? [] : ([[tell('details.device'), device]] as const)),
        ...(country === null ? [] : ([[tell('details.place'), country]] as const)),
      ]
    },
    help: project.supportEmail === null ? null : tell('help.email', { email: project.supportEmail }),
  }
}

/** Paragraphs of a text part. */
export function textPart(paragraphs: readonly (string | null)[]): string {
  return `${paragraphs.filter((one) => one !== null && one !== '').join('\n\n')}\n`
}

export function detailLines(details: readonly Detail[]): string {
  return details.map(([label, value]) => `${label}: ${value}`).join('\n')
}

/** Project names come from operators; they must not break a header or a line, nor turn the text after them around. */
export function oneLine(text: string): string {
  return text
    .replace(/[\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
}
