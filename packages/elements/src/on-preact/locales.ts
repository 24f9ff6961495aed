/** The locales of the stand-alone build: separate files, which a page can also import by name. */
import type { Strings } from '@latchkey/widgets'
import type { LocaleName } from '../locale-names.ts'

export async function loadLocale(name: LocaleName): Promise<Strings> {
  // Built in.
  if (name === 'en') return {}
  const [strings] = Object.values(await import(new URL(`./${name}.js`, import.meta.url).href))
  return strings as Strings
}
