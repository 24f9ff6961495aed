import { german } from './words.de.ts'
import { english } from './words.en.ts'
import { spanish } from './words.es.ts'
import { french } from './words.fr.ts'
import { portuguese } from './words.pt.ts'
import type { MessageWords } from './words.ts'

const catalogue: Record<string, MessageWords> = { en: english, de: german, es: spanish, fr: french, pt: portuguese }

/** The words of the nearest language there is: `pt-BR`, then `pt`, then English. */
export function wordsFor(locale: string | undefined): MessageWords {
  const tag = (locale ?? 'en').toLowerCase()
  for (const candidate of [tag, tag.split('-')[0] ?? tag]) {
    if (Object.hasOwn(catalogue, candidate)) return catalogue[candidate] ?? english
  }
  return english
}
