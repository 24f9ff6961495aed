import { modern } from '@latchkey/widgets/themes'
import type { ProviderConnection } from '../playground-client.ts'
import { exportNames } from '../settings/locales.ts'
import { changesOf, configOf } from '../settings/login-props.ts'
import type { Settings } from '../settings/settings.ts'
import { sampleLogo } from '../settings/theme.ts'
import { literal } from './literal.ts'

/** One file of a snippet. */
export interface SnippetFile {
  readonly name: string
  readonly code: string
}

/** The name and the source text of an option of a widget. */
export type Part = readonly [name: string, text: string]

/** The expressions for the URLs of the pages in a snippet. */
export const here = 'here'
const resetPage = 'resetPage'

/** The options of the login widget as source text, indented by `depth` steps. */
export function loginParts(settings: Settings, depth: number, hasResetPage = false): Part[] {
  const config = literal(configOf(settings, here, hasResetPage ? resetPage : here), depth)
  return [
    ['config', config.replaceAll(`'${here}'`, here).replaceAll(`'${resetPage}'`, resetPage)],
    ...lookParts(settings, depth),
  ]
}

/** Styles and strings, which all widgets have. */
export function lookParts({ theme, texts, locale }: Settings, depth: number): Part[] {
  // The sample logo belongs to this page: copied code needs the URL of another logo.
  const changes = changesOf({ ...theme, logo: theme.logo === sampleLogo ? '/logo.svg' : theme.logo })
  const parts: Part[] = []
  const isChanged = Object.keys(changes).length > 0
  if (theme.base === 'modern') parts.push(['styles', isChanged ? changedModern(changes, depth) : 'modern'])
  else if (isChanged) parts.push(['styles', literal(changes, depth)])
  const hasTexts = Object.keys(texts).length > 0
  if (locale !== 'en') {
    const words = exportNames[locale]
    parts.push(['strings', hasTexts ? withSpread(words, literal(texts, depth)) : words])
  } else if (hasTexts) parts.push(['strings', literal(texts, depth)])
  return parts
}

/** The options of the other widgets: those of the session, and the look. */
export function commonParts(settings: Settings, depth: number): Part[] {
  const config = {
    sessionOptions: { sessionDurationMinutes: settings.sessionMinutes },
    ...(settings.shadowDom ? { enableShadowDOM: true } : {}),
  }
  return [['config', literal(config, depth)], ...lookParts(settings, depth)]
}

/** The configuration of the login widget in front of another widget. */
export const emailCodes = `{ products: ['otp'], otpOptions: { methods: ['email'] } }`

export function themeImport({ theme }: Settings, from: string): string[] {
  return theme.base === 'modern' ? [`import { modern } from '${from}'`] : []
}

export function localeImport({ locale }: Settings, folder: string): string[] {
  const file = folder.startsWith('@') ? locale : `${locale}.js`
  return locale === 'en' ? [] : [`import { ${exportNames[locale]} } from '${folder}/${file}'`]
}

export function clientLines({ publicToken, origin }: Omit<ProviderConnection, 'projectId'>): string[] {
  return [`const client = createClient('${publicToken}', {`, `  domains: ${literal({ api: origin })},`, '})']
}

/** Links and identity providers lead to a page. */
export function hasLanding({ products }: Pick<Settings, 'products'>): boolean {
  return products.some((product) => ['emailMagicLinks', 'passwords', 'oauth'].includes(product))
}

export function landingLines(settings: Settings): string[] {
  if (!hasLanding(settings)) return []
  return [landingComment(settings), `const ${here} = location.origin + location.pathname`]
}

function landingComment({ products }: Settings): string {
  const senders = [
    ...(products.includes('emailMagicLinks') || products.includes('passwords') ? ['links'] : []),
    ...(products.includes('oauth') ? ['identity providers'] : []),
  ]
  const subject = senders.join(' and ')
  return `// ${subject.charAt(0).toUpperCase()}${subject.slice(1)} lead back to this page: the widget signs in.`
}

/** The constants of a page whose URL is known when it is built. */
export function fixedLandingLines(settings: Settings, origin: string): string[] {
  if (!hasLanding(settings)) return []
  return [
    landingComment(settings),
    `const ${here} = '${origin}/'`,
    ...(settings.products.includes('passwords') ? [`const ${resetPage} = '${origin}/reset-password'`] : []),
  ]
}

export function indent(texts: readonly string[]): string[] {
  return texts.map((text) => (text === '' ? text : `  ${text}`))
}

export function lines(...texts: readonly string[]): string {
  return `${texts.join('\n')}\n`
}

function withSpread(name: string, text: string): string {
  return text.includes('\n') ? text.replace(/\{\n( *)/, `{\n$1...${name},\n$1`) : text.replace('{ ', `{ ...${name}, `)
}

/** `{ ...modern, colors: { ...modern.colors, primary: '#111111' } }` */
function changedModern(changes: object, depth: number): string {
  const inside = '  '.repeat(depth + 1)
  const entries = Object.entries(changes).map(([key, value]) => {
    const text = literal(value, depth + 1)
    return `${inside}${key}: ${typeof value === 'object' && key in modern ? withSpread(`modern.${key}`, text) : text},`
  })
  return ['{', `${inside}...modern,`, ...entries, `${'  '.repeat(depth)}}`].join('\n')
}
