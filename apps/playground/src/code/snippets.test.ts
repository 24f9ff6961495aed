import { describe, expect, it } from 'vitest'
import { defaultSettings } from '../settings/settings.ts'
import { ownTheme } from '../settings/theme.ts'
import { highlight } from './highlight.ts'
import { literal } from './literal.ts'
import { htmlSnippet, reactSnippet } from './snippets.ts'

const surroundings = { publicToken: 'public-token-test-1', origin: 'http://localhost:4000' }
const plain = { ...defaultSettings, magicLinks: false, theme: ownTheme('light') }

describe('a literal', () => {
  it('is written as somebody would type it', () => {
    expect(literal({ a: 'it\'s "so"', 'b.c': [1, true], d: {} })).toBe(`{ a: 'it\\'s "so"', 'b.c': [1, true], d: {} }`)
  })

  it('stands on lines of its own where one is too short for it', () => {
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

  it('means what it was made of, whatever a visitor typed', () => {
    for (const text of ["a'b", 'a\\b', 'a\nb', '</script>', '<!--<script>', '"', '\\"', "\\'", '\u2028']) {
      expect(new Function(`return ${literal({ text })}`)()).toEqual({ text })
    }
    expect(literal('</script>')).not.toContain('</script')
    expect(literal('<!--<script>')).not.toContain('<!--')
  })
})

describe('the React snippet', () => {
  it('is what an application would write', () => {
    expect(reactSnippet(plain, surroundings)).toBe(`import { createClient } from '@latchkey/client'
import { LatchkeyProvider } from '@latchkey/react'
import { Login } from '@latchkey/widgets'

const client = createClient('public-token-test-1', {
  domains: { testApi: 'http://localhost:4000' },
})
const config = {
  products: ['otp'],
  otpOptions: { methods: ['sms', 'whatsapp'] },
  sessionOptions: { sessionDurationMinutes: 60 },
}

export function SignIn() {
  return (
    <LatchkeyProvider client={client}>
      <Login config={config} />
    </LatchkeyProvider>
  )
}
`)
  })

  it('adds styles, a language with changed texts, and the landing of links', () => {
    const settings = { ...defaultSettings, locale: 'de' as const, texts: { 'main.title': 'Hallo' } }
    const snippet = reactSnippet(settings, surroundings)
    expect(snippet).toContain(`import { de } from '@latchkey/widgets/locales/de'`)
    expect(snippet).toContain(`const styles = { colorScheme: 'auto' }`)
    expect(snippet).toContain(`const strings = { ...de, 'main.title': 'Hallo' }`)
    expect(snippet).toContain('<Login config={config} styles={styles} strings={strings} />')
    expect(snippet).toContain('client.authenticateByUrl({ session_duration_minutes: 60 })')
  })
})

describe('the HTML snippet', () => {
  it('is a whole piece of a page', () => {
    expect(htmlSnippet(plain, surroundings)).toBe(`<div id="sign-in"></div>
<script type="module">
  // A copy of node_modules/@latchkey/elements/dist/standalone, served by you.
  import { createClient, mountLogin } from './latchkey/latchkey.js'

  const client = createClient('public-token-test-1', {
    domains: { testApi: 'http://localhost:4000' },
  })
  const config = {
    products: ['otp'],
    otpOptions: { methods: ['sms', 'whatsapp'] },
    sessionOptions: { sessionDurationMinutes: 60 },
  }

  mountLogin({ client, elementId: '#sign-in', config })
</script>
`)
  })

  it('says where a language is to be had: the stand-alone build has none', () => {
    expect(htmlSnippet({ ...plain, locale: 'de' }, surroundings)).toContain(`
  import { createClient, mountLogin } from './latchkey/latchkey.js'
  // A copy of node_modules/@latchkey/widgets/dist/locales/de.js.
  import { de } from './latchkey/de.js'
`)
  })
})

describe('colours of code', () => {
  it('lose nothing', () => {
    const code = htmlSnippet(defaultSettings, surroundings)
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
