// Reads the list of faults in docs/security/faults.md.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../bootstrap/run.mjs'
import { filesNaming } from '../test/named-tests.ts'

const row = /^\| (★ )?(F\d+) \| (.+) \| (.+) \| (.+) \| (.+) \|$/gm

type Place = 'SQLite' | 'PostgreSQL'

export interface Fault {
  id: string
  fault: string
  isStarred: boolean
  on: Place[]
}

/** `on` lists the environments in which a fault must be tested. The title of a test names its environment. */
export function readFaults(): Fault[] {
  const page = readFileSync(join(root, 'docs', 'security', 'faults.md'), 'utf8')
  return [...page.matchAll(row)].map(([, star, id = '', fault = '', , , on = '']) => ({
    ...{ id, fault, isStarred: star !== undefined },
    on: on.split(', ').filter((place): place is Place => place in signs),
  }))
}

/** The pattern of each environment in a title. */
const signs: Record<Place, RegExp> = { SQLite: /sqlite/i, PostgreSQL: /postgres/i }

/** Rows without a test, and wrong stars. Part of `npm run check`. */
export async function checkFaults(): Promise<string[]> {
  const faults = readFaults()
  const naming = filesNaming(faults)
  if (faults.length === 0) return ['docs/security/faults.md lists no fault']
  return faults.flatMap(({ id, isStarred }) => {
    const files = naming.get(id) ?? []
    if (files.length === 0) return [`no test names ${id}`]
    const isInShort = files.some((path) => !path.includes('/further/'))
    return isStarred === isInShort ? [] : [`docs/security/faults.md: ${id} is ${isInShort ? '' : 'not '}in npm test`]
  })
}

/** The environments of a fault that no test names. */
export function untriedPlaces({ on }: Fault, titles: readonly string[]): Place[] {
  return on.filter((place) => !titles.some((title) => signs[place].test(title)))
}
