import { brandName } from '@latchkey/contract'
import { isSafeText } from '@latchkey/contract/schemas'
import type { ProjectRecord } from '../storage/records.ts'

/** Scripts whose words are joined, or kept apart, by characters that cannot be seen. */
const joining = ['Arabic', 'Syriac', 'Devanagari', 'Bengali', 'Gurmukhi', 'Gujarati', 'Oriya', 'Tamil', 'Telugu']
  .concat(['Kannada', 'Malayalam', 'Sinhala'])
  .map((script) => `\\p{Script=${script}}`)
  .join('')
/** Joiners within such a word, and the sign that makes a picture of an emoji. Everywhere else they hide something. */
const harmless = new RegExp(
  `(?<=[${joining}])[\\u200c\\u200d](?=[${joining}])|(?<=\\p{Extended_Pictographic})\\ufe0f`,
  'gu',
)

/** What is not seen, turns other text around, is no text, or stands for nothing at all (a blank braille cell). */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800<>]/u
/**
 * What draws over other text: a mark around a letter, one without a letter, and towers of them. Latin needs two above
 * one another (Vietnamese), as Arabic does; pointed Hebrew three, the scripts of India and beyond a few more.
 */
const drawnOver = /\p{Me}|^\s*\p{M}|(?:(?=\p{M})\p{Script=Inherited}){3}|\p{M}{7}/u

/** What is wrong with the name of an application, whoever gave it; null if nothing is. */
export function nameProblem(name: string): string | null {
  if (name.trim() === '' || name.length > 100) return 'has to be 1 to 100 characters'
  const plain = name.replace(harmless, '')
  if (!isSafeText(name) || unseen.test(plain) || drawnOver.test(plain)) return 'has characters that are no plain text'
  return /[\p{L}\p{N}]/u.test(plain) ? null : 'needs a letter or a digit'
}

/** Nobody who registers themselves may be called like the project, or like us. */
export function lookAlikeProblem(project: Pick<ProjectRecord, 'name'>, name: string): string | null {
  const shown = skeleton(name)
  const own = [project.name, brandName].map(skeleton).filter((one) => one.length > 2)
  return own.some((one) => shown.includes(one)) ? 'looks like a name that is not the application’s' : null
}

const confusable: Readonly<Record<string, string>> = {
  ...{ 0: 'o', 1: 'l', 3: 'e', 4: 'a', 5: 's', 7: 't', '@': 'a', $: 's', '|': 'l', i: 'l', '!': 'l' },
  ...{ а: 'a', е: 'e', о: 'o', р: 'p', с: 'c', у: 'y', х: 'x', і: 'l', ѕ: 's', ј: 'j', һ: 'h', к: 'k', м: 'm', т: 't' },
  ...{ є: 'e', ӏ: 'l', ԁ: 'd', ԛ: 'q', ԝ: 'w', ѵ: 'v', ү: 'y', в: 'b', н: 'h', г: 'r', п: 'n' },
  ...{ α: 'a', ε: 'e', ο: 'o', ρ: 'p', ν: 'v', κ: 'k', τ: 't', ι: 'l', χ: 'x', υ: 'u', η: 'n', ω: 'w' },
  ...{ γ: 'y', β: 'b', σ: 'o', ς: 'c', π: 'n', օ: 'o', ո: 'n', ս: 'u', հ: 'h', ց: 'g' },
  // Small capitals, and letters with a stroke or without their dot, which nothing takes apart.
  ...{ ᴀ: 'a', ʙ: 'b', ᴄ: 'c', ᴅ: 'd', ᴇ: 'e', ꜰ: 'f', ɢ: 'g', ʜ: 'h', ɪ: 'l', ᴊ: 'j', ᴋ: 'k', ʟ: 'l', ᴍ: 'm' },
  ...{ ɴ: 'n', ᴏ: 'o', ᴘ: 'p', ʀ: 'r', ꜱ: 's', ᴛ: 't', ᴜ: 'u', ᴠ: 'v', ᴡ: 'w', ʏ: 'y', ᴢ: 'z' },
  ...{ ł: 'l', ƚ: 'l', ı: 'l', ɩ: 'l', ȷ: 'j', ø: 'o', đ: 'd', ħ: 'h', ŧ: 't', ɑ: 'a', ɡ: 'g', ĸ: 'k', ƙ: 'k' },
}

/** What is left of a name for somebody who only glances at it. */
function skeleton(name: string): string {
  const plain = name.normalize('NFKD').toLowerCase()
  return [...plain]
    .map((letter) => confusable[letter] ?? letter)
    .join('')
    .replace(/[^\p{L}\p{N}]/gu, '')
}
