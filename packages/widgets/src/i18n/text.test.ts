import { describe, expect, expectTypeOf, it } from 'vitest'
import { createTranslate, textsOf } from './text.ts'

const table = { plain: 'Enter passcode', filled: 'Sent to {to} by {by}, to {to}.' } as const

describe('a text', () => {
  it('is the built-in English one if the host page has none [W-A-15]', () => {
    const t = createTranslate(table, {})
    expect([t('plain'), t('filled', { to: 'Ada', by: 'mail' })]).toEqual([
      'Enter passcode',
      'Sent to Ada by mail, to Ada.',
    ])
  })

  it('is the host page’s own if it has one, with the same values filled in [W-A-14]', () => {
    const t = createTranslate(table, { filled: '{by} an {to}', plain: undefined })
    expect([t('plain'), t('filled', { to: 'Ada', by: 'mail' })]).toEqual(['Enter passcode', 'mail an Ada'])
  })

  it('is the built-in one if the host page passes a value that is not a string', () => {
    const t = createTranslate(table, textsOf({ plain: () => 'Hallo', filled: 7 }))
    expect([t('plain'), t('filled', { to: 'Ada', by: 'mail' })]).toEqual([
      'Enter passcode',
      'Sent to Ada by mail, to Ada.',
    ])
  })

  it('fills in values unchanged, whatever they contain', () => {
    const t = createTranslate(table, { filled: '{to}' })
    expect(t('filled', { to: '$& {by} <b>', by: '' })).toBe('$& {by} <b>')
  })

  it('shows an unknown placeholder of a translation', () => {
    expect(createTranslate(table, { plain: 'Hallo {name}' })('plain')).toBe('Hallo {name}')
  })

  it('selects the plural form by the rules of its language', () => {
    const table = { files: 'Has {count} file(s)' } as const
    const inPolish = {
      'locale.language': 'pl',
      files: 'Ma {count} {count:one=plik;few=pliki;many=plików;other=pliku}',
    }
    const t = createTranslate(table, inPolish)
    expect(['1', '2', '5', '22', '1.5'].map((count) => t('files', { count }))).toEqual([
      'Ma 1 plik',
      'Ma 2 pliki',
      'Ma 5 plików',
      'Ma 22 pliki',
      'Ma 1.5 pliku',
    ])
    const inTurkish = createTranslate(table, { 'locale.language': 'tr', files: '{count} {count:other=dosya}' })
    expect([inTurkish('files', { count: '1' }), inTurkish('files', { count: '7' })]).toEqual(['1 dosya', '7 dosya'])
    const inNone = createTranslate(table, { 'locale.language': 'not a tag', files: '{count:one=a;other=b}' })
    expect(inNone('files', { count: '1' })).toBe('b')
  })

  it('isolates values in right-to-left texts', () => {
    const t = createTranslate(table, { 'locale.direction': 'rtl', filled: 'אל {to} דרך {by}' })
    expect(t('filled', { to: 'Notes (beta)', by: 'mail' })).toBe('אל \u2068Notes (beta)\u2069 דרך \u2068mail\u2069')
  })

  it('checks the names of its values at compile time', () => {
    const t = createTranslate(table, {})
    expectTypeOf(t<'filled'>).parameters.toEqualTypeOf<
      [key: 'filled', values: { readonly to: string; readonly by: string }]
    >()
    expectTypeOf(t<'plain'>).parameters.toEqualTypeOf<[key: 'plain']>()
  })
})
