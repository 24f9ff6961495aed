import { describe, expect, it } from 'vitest'
import { presets } from '../settings/presets.ts'
import { defaultSettings, productOrder, type Settings, type WidgetName, widgetNames } from '../settings/settings.ts'
import { ownTheme, sampleLogo, type Theme } from '../settings/theme.ts'
import { highlight } from './highlight.ts'
import { htmlSnippet } from './html-snippet.ts'
import { literal } from './literal.ts'
import { reactSnippet } from './react-snippets.ts'
import { snippetsOf } from './snippets.ts'
import { typeErrors } from './type-errors.suite.ts'

const connection = {
  publicToken: 'public-token-test-1',
  projectId: 'project-test-1',
  origin: 'http://localhost:4000',
}
const plain: Settings = { ...defaultSettings, products: ['otp'], theme: ownTheme('light') }
const everything: Settings = {
  ...defaultSettings,
  locale: 'de',
  texts: { 'main.title': 'Hallo' },
  theme: { ...defaultSettings.theme, logo: sampleLogo },
}

describe('a literal', () => {
  it('writes a literal in the usual source style', () => {
    expect(literal({ a: 'it\'s "so"', 'b.c': [1, true], d: {} })).toBe(`{ a: 'it\\'s "so"', 'b.c': [1, true], d: {} }`)
  })

  it('breaks a literal into lines if it does not fit in one', () => {
    const value = { first: 'x'.repeat(40), second: { inner: 'y'.repeat(40), other: 'z'.repeat(40) } }
    expect(literal(value)).toBe(
      [
        '{',
        `  first: '${'x'.repeat(40)}',`,
        '  second: {',
        `    inner: '${'y'.repeat(40)}',`,
        `    other: '${'z'.repeat(40)}',`,
        '  },',
        '}',
      ].join('\n'),
    )
  })

  it('writes any text as a literal that evaluates to the same value', () => {
    for (const text of ["a'b", 'a\\b', 'a\nb', '</script>', '<!--<script>', '"', '\\"', "\\'", '\u2028']) {
      expect(new Function(`return ${literal({ text })}`)()).toEqual({ text })
    }
    expect(literal('</script>')).not.toContain('</script')
    expect(literal('<!--<script>')).not.toContain('<!--')
  })
})

describe('the React snippet', () => {
  it('generates a complete React application', () => {
    expect(reactSnippet(plain, connection)).toBe(`import { createClient } from '@latchkey/client'
import { LatchkeyProvider, useSession } from '@latchkey/react'
import { Login } from '@latchkey/widgets'

const client = createClient('public-token-test-1', {
  domains: { api: 'http://localhost:4000' },
})

function Account() {
  const { session } = useSession()
  if (session) return <button onClick={() => client.session.revoke()}>Sign out</button>
  return (
    <Login
      config={{
        products: ['otp'],
        otpOptions: { methods: ['sms', 'whatsapp'] },
        sessionOptions: { sessionDurationMinutes: 60 },
      }}
    />
  )
}

export default function App() {
  return (
    <LatchkeyProvider client={client}>
      <Account />
    </LatchkeyProvider>
  )
}
`)
  })

  it('adds styles, a locale with changed strings, and the landing page of links', () => {
    const snippet = reactSnippet(everything, connection)
    expect(snippet).toContain(`import { de } from '@latchkey/widgets/locales/de'`)
    expect(snippet).toContain(`
      styles={{
        ...modern,
        logo: { logoImageUrl: '/logo.svg' },
      }}
      strings={{ ...de, 'main.title': 'Hallo' }}
    />`)
    expect(snippet).toContain(`
// Links lead back to this page: the widget signs in.
const here = location.origin + location.pathname
`)
    expect(snippet).toContain(`
        emailMagicLinksOptions: { loginRedirectURL: here, signupRedirectURL: here },
`)
  })

  it('shows the reset widget on the page that the other link of a password email opens', () => {
    const snippet = reactSnippet({ ...plain, products: ['passwords'] }, connection)
    expect(snippet).toContain(`const isReset = client.parseAuthenticateUrl()?.tokenType === 'reset_password'`)
    expect(snippet).toContain('<ResetPassword')
  })
})

describe('all snippets', () => {
  it('compile with strict TypeScript, for all products and all widgets', () => {
    const longTexts = { 'main.title': 'x'.repeat(60), 'main.continue': 'y'.repeat(60) }
    const preset = { ...presets[1]?.theme, font: 'Serif', header: false, logo: '/own.svg' } as Theme
    const all: Settings = { ...everything, products: productOrder, methods: ['sms', 'whatsapp'], oneTap: 'floating' }
    const configurations: Settings[] = [
      plain,
      { ...everything, texts: longTexts, theme: preset, shadowDom: true },
      { ...all, offerPasskey: true, showLastUsed: false, buttonsFirst: true },
      ...(Object.keys(widgetNames) as WidgetName[]).map((widget) => ({ ...all, widget, methods: ['email'] as const })),
    ]
    const applications = configurations.flatMap((settings) =>
      snippetsOf(settings, connection)
        .filter(({ name }) => name !== 'html')
        .map(({ files }) => files.filter((file) => /\.tsx?$/.test(file.name))),
    )
    const wrong = [{ name: 'wrong.tsx', code: reactSnippet(plain, connection).replace(`'otp'`, `'nonsense'`) }]
    expect(typeErrors([...applications, wrong])).toEqual([expect.stringContaining('"nonsense"')])
  }, 300_000)

  it('contain the project and the provider of the playground', () => {
    for (const { name, files } of snippetsOf({ ...defaultSettings, widget: 'consent' }, connection)) {
      const text = files.map(({ code }) => code).join('\n')
      expect([name, text.includes(connection.publicToken), text.includes(connection.origin)]).toEqual([
        name,
        true,
        true,
      ])
    }
  })
})

describe('the HTML snippet', () => {
  it('generates a complete HTML fragment', () => {
    expect(htmlSnippet(plain, connection)).toBe(`<div id="sign-in"></div>
<button id="sign-out" hidden>Sign out</button>
<script type="module">
  // For development. In production: a copy of dist/standalone of @latchkey/elements, served by you
  import { createClient, mountLogin } from 'http://localhost:4000/standalone/latchkey.js'

  const client = createClient('public-token-test-1', {
    domains: { api: 'http://localhost:4000' },
  })
  const config = {
    products: ['otp'],
    otpOptions: { methods: ['sms', 'whatsapp'] },
    sessionOptions: { sessionDurationMinutes: 60 },
  }

  const signOut = document.querySelector('#sign-out')
  signOut.onclick = () => client.session.revoke()
  let unmount
  function show(session) {
    signOut.hidden = !session
    unmount?.()
    unmount = session ? undefined : mountLogin({ client, elementId: '#sign-in', config })
  }
  show(client.session.getSync())
  client.session.onChange(show)
</script>
`)
  })

  it('explains how to get a locale, because the stand-alone build contains none', () => {
    expect(htmlSnippet({ ...plain, locale: 'de' }, connection)).toContain(`
  // For development. In production: a copy of dist/standalone of @latchkey/elements, served by you
  import { createClient, mountLogin } from 'http://localhost:4000/standalone/latchkey.js'
  import { de } from 'http://localhost:4000/standalone/de.js'
`)
  })
})

describe('highlighted code', () => {
  it('keeps the complete source when it highlights code', () => {
    const code = htmlSnippet(defaultSettings, connection)
    const pieces = highlight(code, 'index.html')
    expect(pieces.map(({ text }) => text).join('')).toBe(code)
    expect(highlight(`const a = 'b' // c`, 'a.ts')).toEqual([
      { at: 0, kind: 'word', text: 'const' },
      { at: 5, kind: 'plain', text: ' a = ' },
      { at: 10, kind: 'string', text: `'b'` },
      { at: 13, kind: 'plain', text: ' ' },
      { at: 14, kind: 'comment', text: '// c' },
    ])
    expect(highlight(`'http://localhost'`, 'a.ts')).toEqual([{ at: 0, kind: 'string', text: `'http://localhost'` }])
  })

  it('shows a file of another language without colors', () => {
    const code = 'URL=http://localhost'
    expect(highlight(code, '.env.local')).toEqual([{ at: 0, kind: 'plain', text: code }])
  })
})
