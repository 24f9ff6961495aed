import { describe, expect, it } from 'vitest'
import { presets } from '../settings/presets.ts'
import { defaultSettings, type Settings } from '../settings/settings.ts'
import { ownTheme, sampleLogo, type Theme } from '../settings/theme.ts'
import { htmlConsentSnippet, reactConsentSnippet } from './consent-snippets.ts'
import { highlight } from './highlight.ts'
import { literal } from './literal.ts'
import { htmlSnippet, reactSnippet } from './snippets.ts'
import { typeErrors } from './type-errors.suite.ts'

const connection = { publicToken: 'public-token-test-1', origin: 'http://localhost:4000' }
const plain: Settings = { ...defaultSettings, magicLinks: false, theme: ownTheme('light') }
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
// Magic links lead back to this page: the widget signs in with them.
const here = location.origin + location.pathname
`)
    expect(snippet).toContain(`
        emailMagicLinksOptions: { loginRedirectURL: here, signupRedirectURL: here },
`)
  })

  it('generates React code that compiles with strict TypeScript', () => {
    const longTexts = { 'main.title': 'x'.repeat(60), 'main.continue': 'y'.repeat(60) }
    const preset = { ...presets[1]?.theme, font: 'Serif', header: false, logo: '/own.svg' } as Theme
    const snippets = [
      plain,
      defaultSettings,
      everything,
      { ...everything, texts: longTexts, theme: preset, shadowDom: true },
      { ...defaultSettings, texts: longTexts },
    ]
    const texts = snippets.map((settings) => reactSnippet(settings, connection))
    const wrong = reactSnippet(plain, connection).replace(`'otp'`, `'nonsense'`)
    texts.push(reactConsentSnippet(connection))
    expect(typeErrors([...texts, wrong])).toEqual([expect.stringContaining('"nonsense"')])
  }, 300_000)
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

describe('the snippets of a consent page', () => {
  it('writes the project and the provider of the playground into the snippets of a consent page', () => {
    for (const snippet of [reactConsentSnippet(connection), htmlConsentSnippet(connection)]) {
      expect(snippet).toContain(`createClient('public-token-test-1', {`)
      expect(snippet).toContain(`domains: { api: 'http://localhost:4000' },`)
    }
    const imported = `import { createClient, mountIdentityProvider, mountLogin } from 'http://localhost:4000/standalone/latchkey.js'`
    expect(htmlConsentSnippet(connection)).toContain(imported)
  })
})

describe('highlighted code', () => {
  it('keeps the complete source when it highlights code', () => {
    const code = htmlSnippet(defaultSettings, connection)
    const pieces = highlight(code)
    expect(pieces.map(({ text }) => text).join('')).toBe(code)
    expect(highlight(`const a = 'b' // c`)).toEqual([
      { at: 0, kind: 'word', text: 'const' },
      { at: 5, kind: 'plain', text: ' a = ' },
      { at: 10, kind: 'string', text: `'b'` },
      { at: 13, kind: 'plain', text: ' ' },
      { at: 14, kind: 'comment', text: '// c' },
    ])
    expect(highlight(`'http://localhost'`)).toEqual([{ at: 0, kind: 'string', text: `'http://localhost'` }])
  })
})
