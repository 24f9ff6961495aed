import { expect, it } from 'vitest'
import { canonicalDomain } from './domain-name.ts'

it('stores domains as A-labels in lower case [B-DOM-07]', () => {
  const same = ['BÜCHER.example', 'bücher.EXAMPLE', 'bu\u0308cher.example', 'ｂücher．example', 'XN--BCHER-KVA.example']
  expect(same.map(canonicalDomain)).toEqual(same.map(() => 'xn--bcher-kva.example'))
  expect(canonicalDomain('Mail.Acme.Test')).toBe('mail.acme.test')
})

it.each([
  ...['', 'acme', '.acme.test', 'acme.test.', 'acme..test', '-acme.test', 'acme-.test', 'ac_me.test', 'acme.test/x'],
  ...['acme.test:80', 'a@acme.test', ' acme.test', '127.0.0.1', '[::1]', 'acme.123', '*.acme.test', 'acme\0.test'],
  ...[
    'ac%6de.test',
    'xn--.test',
    `${'a'.repeat(64)}.test`,
    `${'a.'.repeat(126)}test`,
    'a\u200b.test',
    'ex\u00adample.test',
    `${'ü.'.repeat(80)}test`,
  ],
])('rejects %j', (text) => {
  expect(canonicalDomain(text)).toBe(null)
})
