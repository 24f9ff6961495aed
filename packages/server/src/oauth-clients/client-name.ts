import { brandName } from '@latchkey/contract'
import { isSafeText } from '@latchkey/contract/schemas'
import type { ProjectRecord } from '../storage/records.ts'

/** Scripts in which invisible characters join or separate letters. */
const joining = ['Arabic', 'Syriac', 'Devanagari', 'Bengali', 'Gurmukhi', 'Gujarati', 'Oriya', 'Tamil', 'Telugu']
  .concat(['Kannada', 'Malayalam', 'Sinhala'])
  .map((script) => `\\p{Script=${script}}`)
  .join('')
/** Joiners within such a word, and the emoji variation selector. Elsewhere they can hide something. */
const harmless = new RegExp(
  `(?<=[${joining}])[\\u200c\\u200d](?=[${joining}])|(?<=\\p{Extended_Pictographic})\\ufe0f`,
  'gu',
)

/** Invisible characters, controls, direction changes, markup, and the blank braille cell. */
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800<>]/u
/**
 * Marks that are drawn over other text: enclosing marks, marks without a letter, and stacks of marks. Latin needs two
 * stacked marks (Vietnamese), as does Arabic; pointed Hebrew three, Indic and other scripts a few more.
 */
const drawnOver = /\p{Me}|^\s*\p{M}|(?:(?=\p{M})\p{Script=Inherited}){3}|\p{M}{7}/u

/** The problem of the name of a client application; null if it is valid. */
export function nameProblem(name: string): string | null {
  if (name.trim() === '' || name.length > 100) return 'must be 1 to 100 characters'
  const plain = name.replace(harmless, '')
  if (!isSafeText(name) || invisible.test(plain) || drawnOver.test(plain))
    return 'has invisible, control or stacked characters'
  return /[\p{L}\p{N}]/u.test(plain) ? null : 'needs a letter or a digit'
}

/** A client application that registered itself must not look like the project or like Latchkey. */
export function lookAlikeProblem(project: Pick<ProjectRecord, 'name'>, name: string): string | null {
  const shown = skeleton(name)
  const own = [project.name, brandName].map(skeleton).filter((one) => one.length > 2)
  return own.some((one) => shown.includes(one)) ? 'looks like the name of the project or of the provider' : null
}

const confusable: Readonly<Record<string, string>> = {
  ...{ 0: 'o', 1: 'l', 3: 'e', 4: 'a', 5: 's', 7: 't', '@': 'a', $: 's', '|': 'l', i: 'l', '!': 'l' },
  ...{ а: 'a', е: 'e', о: 'o', р: 'p', с: 'c', у: 'y', х: 'x', і: 'l', ѕ: 's', ј: 'j', һ: 'h', к: 'k', м: 'm', т: 't' },
  ...{ є: 'e', ӏ: 'l', ԁ: 'd', ԛ: 'q', ԝ: 'w', ѵ: 'v', ү: 'y', в: 'b', н: 'h', г: 'r', п: 'n' },
  ...{ α: 'a', ε: 'e', ο: 'o', ρ: 'p', ν: 'v', κ: 'k', τ: 't', ι: 'l', χ: 'x', υ: 'u', η: 'n', ω: 'w' },
  ...{ γ: 'y', β: 'b', σ: 'o', ς: 'c', π: 'n', օ: 'o', ո: 'n', ս: 'u', հ: 'h', ց: 'g' },
  // Small capitals, and letters with a stroke or without a dot, which NFKD does not decompose.
  ...{ ᴀ: 'a', ʙ: 'b', ᴄ: 'c', ᴅ: 'd', ᴇ: 'e', ꜰ: 'f', ɢ: 'g', ʜ: 'h', ɪ: 'l', ᴊ: 'j', ᴋ: 'k', ʟ: 'l', ᴍ: 'm' },
  ...{ ɴ: 'n', ᴏ: 'o', ᴘ: 'p', ʀ: 'r', ꜱ: 's', ᴛ: 't', ᴜ: 'u', ᴠ: 'v', ᴡ: 'w', ʏ: 'y', ᴢ: 'z' },
  ...{ ł: 'l', ƚ: 'l', ı: 'l', ɩ: 'l', ȷ: 'j', ø: 'o', đ: 'd', ħ: 'h', ŧ: 't', ɑ: 'a', ɡ: 'g', ĸ: 'k', ƙ: 'k' },
}

/** Maps names that look alike at a glance to the same text. */
function skeleton(name: string): string {
  const plain = name.normalize('NFKD').toLowerCase()
  return [...plain]
    .map((letter) => confusable[letter] ?? letter)
    .join('')
    .replace(/[^\p{L}\p{N}]/gu, '')
}
