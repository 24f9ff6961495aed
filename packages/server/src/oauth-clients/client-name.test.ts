import { expect, it } from 'vitest'
import { lookAlikeProblem, nameProblem } from './client-name.ts'

const escaped = (text: string): string =>
  JSON.stringify(text).replace(/[^\x20-\x7e]/gu, (one) => `U+${one.codePointAt(0)?.toString(16)}`)

it.each(
  [
    ...['', ' ', '\u3164', '\u2800', '\u115f\u1160', '\u034f', '\ufe0f', '…', '—', '🔥'],
    // Invisible characters within visible text.
    ...[
      'Not\u200des',
      'Not\u200ces',
      'Notes\u200c',
      'Not\u00ades',
      'No\u034ftes',
      '\u202eseton',
      'Not\u3164es',
      'Not\u2800es',
      'a\ufe0f',
    ],
    // Marks that are drawn over the text around them.
    ...[
      `a${'\u0301'.repeat(96)}`,
      `a${'\u0301'.repeat(3)}`,
      `N${'\u0489\u033f\u0315\u0322'.repeat(24)}`,
      'N\u20dd',
      '\u0338Notes',
      `ก${'็'.repeat(9)}`,
    ],
    ...['<b>', 'a\0b', '\ud800', 'x'.repeat(101)],
  ].map((name) => [escaped(name).slice(0, 40), name]),
)('rejects %s as a name', (_, name) => {
  expect(nameProblem(name)).toEqual(expect.any(String))
})

it.each(
  [
    ...['Notes', 'R2-D2', '3', 'Müller & Söhne', 'Café', 'Notes ❤️', 'Łódź'],
    ...['Tiếng Việt', 'Tiếng Việt'.normalize('NFD'), 'नोट्स', 'क्\u200dष', 'हिन्दी ज़िंदगी', 'বাংলা', 'தமிழ்', 'ශ්\u200dරී ලංකා'],
    ...['ملاحظات', 'مُلَاحَظَاتٌ', 'می\u200cخواهم', 'שָׁלוֹם', 'שָּׁ', 'น้ำ', 'བོད་སྐྱིད', 'မြန်မာ', '笔记', 'メモ', '노트', 'Заметки'],
  ].map((name) => [escaped(name), name]),
)('accepts %s as a name', (_, name) => {
  expect(nameProblem(name)).toBeNull()
})

it.each([
  'Latchkey',
  'Łatchkey',
  '\u04cfatchkey',
  'ʟatchkey',
  'Lᴀtchkey',
  'Latchkєy',
  'Latchkeγ',
  'Lɑtchkey',
  'L4TCHKEY',
  'Łódź Bank',
  'Łódz\u0301 Bаnk',
  'My LODZ bank app',
])('rejects %s because it looks like another name', (name) => {
  expect(lookAlikeProblem({ name: 'Lodz Bank' }, name)).toEqual(expect.any(String))
})

it.each(['Notes', 'Latch', 'Lodz', 'Ключ'])('accepts %s because it looks like no other name', (name) => {
  expect(lookAlikeProblem({ name: 'Lodz Bank' }, name)).toBeNull()
})
