import { expect, it } from 'vitest'
import { sanitizedName } from './wallet-texts.ts'

it.each([
  ['MetaMask', 'MetaMask'],
  ['  Meta\n Mask ', 'Meta Mask'],
  // Direction marks, joiners and invisible characters.
  ['Meta\u202eMask\u200d', 'MetaMask'],
  ['Meta\u3164Mask\uffa0\u034f\ufe0f', 'MetaMask'],
  ['\u115f\u1160', ''],
  // Compatibility characters that look the same.
  ['ＭｅｔａＭａｓｋ', 'MetaMask'],
  ['𝐌𝐞𝐭𝐚𝐌𝐚𝐬𝐤', 'MetaMask'],
  ['Кошелёк', 'Кошелёк'],
  ['x'.repeat(50), `${'x'.repeat(39)}…`],
  [7, ''],
])('reads %j as %j', (name, words) => {
  expect(sanitizedName(name)).toBe(words)
})
