import { configOf, stylesOf } from '../settings/login-props.ts'
import type { Settings } from '../settings/settings.ts'
import { literal } from './literal.ts'

export interface Surroundings {
  readonly publicToken: string
  readonly origin: string
}

/** The present configuration as a React application would write it. */
export function reactSnippet(settings: Settings, { publicToken, origin }: Surroundings): string {
  const { constants, names } = partsOf(settings)
  return `${lines(
    `import { createClient } from '@latchkey/client'`,
    `import { LatchkeyProvider } from '@latchkey/react'`,
    `import { Login } from '@latchkey/widgets'`,
    ...localeImport(settings, '@latchkey/widgets/locales'),
    '',
    ...clientLines(publicToken, origin),
    ...constants,
    '',
    'export function SignIn() {',
    '  return (',
    '    <LatchkeyProvider client={client}>',
    `      <Login ${names.map((name) => `${name}={${name}}`).join(' ')} />`,
    '    </LatchkeyProvider>',
    '  )',
    '}',
    ...landingLines(settings),
  )}\n`
}

/** The same for a page without a framework, on the stand-alone build. */
export function htmlSnippet(settings: Settings, { publicToken, origin }: Surroundings): string {
  const { constants, names } = partsOf(settings)
  return `${lines(
    '<div id="sign-in"></div>',
    '<script type="module">',
    ...indent([
      '// A copy of node_modules/@latchkey/elements/dist/standalone, served by you.',
      `import { createClient, mountLogin } from './latchkey/latchkey.js'`,
      // A language is no part of the stand-alone build.
      ...localeImport(settings, './latchkey').flatMap((line) => [
        `// A copy of node_modules/@latchkey/widgets/dist/locales/${settings.locale}.js.`,
        line,
      ]),
      '',
      ...clientLines(publicToken, origin),
      ...constants,
      '',
      `mountLogin({ client, elementId: '#sign-in', ${names.join(', ')} })`,
      ...landingLines(settings),
    ]),
    '</script>',
  )}\n`
}

function partsOf(settings: Settings): { constants: string[]; names: string[] } {
  const styles = stylesOf(settings.theme)
  const parts: (readonly [name: string, text: string])[] = [['config', literal(configOf(settings))]]
  if (Object.keys(styles).length > 0) parts.push(['styles', literal(styles)])
  const hasTexts = Object.keys(settings.texts).length > 0
  if (settings.locale !== 'en') {
    parts.push(['strings', hasTexts ? withSpread(settings.locale, literal(settings.texts)) : settings.locale])
  } else if (hasTexts) {
    parts.push(['strings', literal(settings.texts)])
  }
  return {
    constants: parts.flatMap(([name, text]) => `const ${name} = ${text}`.split('\n')),
    names: parts.map(([name]) => name),
  }
}

function withSpread(name: string, text: string): string {
  return text.includes('\n') ? text.replace('{\n', `{\n  ...${name},\n`) : text.replace('{ ', `{ ...${name}, `)
}

function localeImport({ locale }: Settings, folder: string): string[] {
  return locale === 'en'
    ? []
    : [`import { ${locale} } from '${folder}/${locale}${folder.startsWith('.') ? '.js' : ''}'`]
}

function clientLines(publicToken: string, origin: string): string[] {
  return [`const client = createClient('${publicToken}', {`, `  domains: ${literal({ testApi: origin })},`, '})']
}

function landingLines({ magicLinks, sessionMinutes }: Settings): string[] {
  if (!magicLinks) return []
  return [
    '',
    '// On the page that magic links lead to:',
    `client.authenticateByUrl({ session_duration_minutes: ${sessionMinutes} })`,
  ]
}

function indent(texts: readonly string[]): string[] {
  return texts.map((text) => (text === '' ? text : `  ${text}`))
}

function lines(...texts: readonly string[]): string {
  return texts.join('\n')
}
