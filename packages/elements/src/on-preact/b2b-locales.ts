/** The locales of the stand-alone build of business projects: separate files, which a page can also import by name. */
import type { B2bStrings } from '@latchkey/widgets/b2b'
import type { LocaleName } from '../locale-names.ts'

export async function loadB2bLocale(name: LocaleName): Promise<B2bStrings> {
  // Built in.
  if (name === 'en') return {}
  // The texts of business projects are plain already.
  const file = name === 'en-plain' ? name : `b2b-${name}`
  const [strings] = Object.values(await import(new URL(`./${file}.js`, import.meta.url).href))
  return strings as B2bStrings
}
