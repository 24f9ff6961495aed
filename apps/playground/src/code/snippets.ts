import { modern } from '@latchkey/widgets/themes'
import type { ProviderConnection } from '../playground-client.ts'
import { exportNames } from '../settings/locales.ts'
import { changesOf, configOf } from '../settings/login-props.ts'
import type { Settings } from '../settings/settings.ts'
import { sampleLogo } from '../settings/theme.ts'
import { literal } from './literal.ts'

/** The current configuration as React code. Values are written inline, where TypeScript knows their types. */
export function reactSnippet(settings: Settings, connection: ProviderConnection): string {
  const props = partsOf(settings, 3).map(([name, text]) => `      ${name}={${text}}`)
  return `${lines(
    `import { createClient } from '@latchkey/client'`,
    `import { LatchkeyProvider, useSession } from '@latchkey/react'`,
    `import { Login } from '@latchkey/widgets'`,
    ...themeImport(settings, '@latchkey/widgets/themes'),
    ...localeImport(settings, '@latchkey/widgets/locales'),
    '',
    ...clientLines(connection),
    ...landingLines(settings),
    '',
    'function Account() {',
    '  const { session } = useSession()',
    '  if (session) return <button onClick={() => client.session.revoke()}>Sign out</button>',
    '  return (',
    '    <Login',
    ...props,
    '    />',
    '  )',
    '}',
    '',
    'export default function App() {',
    '  return (',
    '    <LatchkeyProvider client={client}>',
    '      <Account />',
    '    </LatchkeyProvider>',
    '  )',
    '}',
  )}\n`
}

/** The same for a page without a framework, on the stand-alone build that a development provider serves. */
export function htmlSnippet(settings: Settings, connection: ProviderConnection): string {
  const parts = partsOf(settings, 0)
  const folder = `${connection.origin}/standalone`
  return `${lines(
    '<div id="sign-in"></div>',
    '<button id="sign-out" hidden>Sign out</button>',
    '<script type="module">',
    ...indent([
      '// For development. In production: a copy of dist/standalone of @latchkey/elements, served by you',
      `import { createClient, mountLogin } from '${folder}/latchkey.js'`,
      ...themeImport(settings, `${folder}/themes.js`),
      ...localeImport(settings, folder),
      '',
      ...clientLines(connection),
      ...landingLines(settings),
      ...parts.flatMap(([name, text]) => `const ${name} = ${text}`.split('\n')),
      '',
      `const signOut = document.querySelector('#sign-out')`,
      'signOut.onclick = () => client.session.revoke()',
      'let unmount',
      'function show(session) {',
      '  signOut.hidden = !session',
      '  unmount?.()',
      `  unmount = session ? undefined : mountLogin({ client, elementId: '#sign-in', ${parts.map(([name]) => name).join(', ')} })`,
      '}',
      'show(client.session.getSync())',
      'client.session.onChange(show)',
    ]),
    '</script>',
  )}\n`
}

/** The options of the widget as source text, indented by `depth` steps. */
function partsOf(settings: Settings, depth: number): (readonly [name: string, text: string])[] {
  const { theme, texts, locale } = settings
  // The sample logo belongs to this page: copied code needs the URL of another logo.
  const changes = changesOf({ ...theme, logo: theme.logo === sampleLogo ? '/logo.svg' : theme.logo })
  const config = literal(configOf(settings, here), depth).replaceAll(`'${here}'`, here)
  const parts: (readonly [name: string, text: string])[] = [['config', config]]
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

/** The expression for the URL of the page in a snippet. */
const here = 'here'

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

function themeImport({ theme }: Settings, from: string): string[] {
  return theme.base === 'modern' ? [`import { modern } from '${from}'`] : []
}

function localeImport({ locale }: Settings, folder: string): string[] {
  const file = folder.startsWith('@') ? locale : `${locale}.js`
  return locale === 'en' ? [] : [`import { ${exportNames[locale]} } from '${folder}/${file}'`]
}

function clientLines({ publicToken, origin }: ProviderConnection): string[] {
  return [`const client = createClient('${publicToken}', {`, `  domains: ${literal({ api: origin })},`, '})']
}

function landingLines({ magicLinks }: Settings): string[] {
  if (!magicLinks) return []
  return [
    '// Magic links lead back to this page: the widget signs in with them.',
    `const ${here} = location.origin + location.pathname`,
  ]
}

function indent(texts: readonly string[]): string[] {
  return texts.map((text) => (text === '' ? text : `  ${text}`))
}

function lines(...texts: readonly string[]): string {
  return texts.join('\n')
}
