import { describe, expect, it } from 'vitest'
import { readManifest } from '../consent/consent-manifest.ts'
import { clientNameOf } from './client-name.ts'
import { identityProviderStrings } from './identity-provider.strings.ts'
import { isBlank, plainName, plainText, safeOverrides } from './plain-text.ts'

const blank = ['', ' ', '\u00a0', '\u200b', '\u200d\u2060', '\ufeff', '\u3164', '\u2800', '\u202e', '\n\t', '\u0301']

describe('a text of an application', () => {
  it.each([
    ['Read\n\nyour\tnotes', 'Read your notes'],
    ['\u202eeton\u202c', 'eton'],
    ['a\u200bb\u2066c\u2069', 'a b c'],
    [`e${'\u0301'.repeat(40)}`, 'e\u0301\u0301\u0301'],
    // Joiners belong to words and to emoji.
    [
      '\u0646\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645',
      '\u0646\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645',
    ],
    ['👩\u200d💻', '👩\u200d💻'],
  ])('%j is shown as %j (O-17)', (given, shown) => expect(plainText(given)).toBe(shown))

  it('is cut if it is a name (O-17)', () => {
    expect(plainName('Notes')).toBe('Notes')
    expect([...plainName('😀'.repeat(200))]).toHaveLength(121)
  })

  it.each(blank)('is missing if no character of it is visible: %j (O-17)', (text) => {
    expect(isBlank(text)).toBe(true)
    expect(clientNameOf(text, 'https://notes.example/in')).toBe('notes.example')
    expect(readManifest([{ header: 'H', items: ['a', text] }])).toBeNull()
    expect(readManifest([{ header: text, items: ['a'] }])).toBeNull()
  })

  it('is not missing because it is short or in another script', () => {
    for (const text of ['a', '7', '同意', 'א', '👍']) expect(isBlank(text)).toBe(false)
  })

  it('of a manifest has at least one item (O-17)', () => {
    expect(readManifest([{ header: 'H', items: [] }])).toBeNull()
    expect(
      readManifest([
        { header: 'H', items: [] },
        { header: 'I', items: ['a'] },
      ]),
    ).toHaveLength(2)
  })
})

describe('texts of a host page', () => {
  it('do not leave a button or an item without text (O-17)', () => {
    for (const text of [...blank, 'x'.repeat(61)])
      for (const key of ['idp.allow', 'idp.deny', 'idp.yes', 'idp.no'])
        expect(safeOverrides({ [key]: text, 'main.title': text })).toEqual({ 'main.title': text })
    for (const key of Object.keys(identityProviderStrings)) expect(safeOverrides({ [key]: ' ' })).toEqual({})
  })

  it('name the application and the scope (O-17)', () => {
    expect(safeOverrides({ 'idp.access_title': 'Continue', 'idp.scope.other': 'Basics' })).toEqual({})
    const good = { 'idp.access_title': 'Let {clientName} in?', 'idp.scope.other': '{scope}', 'idp.allow': 'Zulassen' }
    expect(safeOverrides(good)).toEqual(good)
  })
})
