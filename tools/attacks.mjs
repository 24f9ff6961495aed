// The attacks that are tried, from docs/security/attacks.md: the one place that lists them.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './run.mjs'

/** Those that wait stand in a table of two columns, and are not among them. */
const row = /^\| (★ )?([A-Z]-\d+) \| (.+) \| (.+) \|$/gm

export function readAttacks() {
  const page = readFileSync(join(root, 'docs', 'security', 'attacks.md'), 'utf8')
  return [...page.matchAll(row)].map(([, star, id, attack]) => ({ id, attack, isStarred: star !== undefined }))
}
