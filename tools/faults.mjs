// The faults that are tried, from docs/security/faults.md: the one place that lists them.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { filesNaming } from './named-tests.mjs'
import { root } from './run.mjs'

const row = /^\| (★ )?(F\d+) \| (.+) \| (.+) \| (.+) \| (.+) \|$/gm

/** `on` are the places where each must be tried; a test says in its title where it runs. */
export function readFaults() {
  const page = readFileSync(join(root, 'docs', 'security', 'faults.md'), 'utf8')
  return [...page.matchAll(row)].map(([, star, id, fault, , , on]) => ({
    ...{ id, fault, isStarred: star !== undefined },
    on: on.split(', ').filter((place) => place in signs),
  }))
}

/** How a title says that a test runs on a database. */
const signs = { SQLite: /sqlite/i, PostgreSQL: /postgres/i }

/** Rows without a test, and stars that are wrong: a part of `npm run check`. */
export async function checkFaults() {
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

/** The places of a fault that none of its tests names. */
export function untriedPlaces({ on }, titles) {
  return on.filter((place) => !titles.some((title) => signs[place].test(title)))
}
