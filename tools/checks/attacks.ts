// Reads the list of attacks in docs/security/attacks.md.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../bootstrap/run.mjs'

/** Attacks that are not tested yet are in a table with two columns and are not read. */
const row = /^\| (★ )?([A-Z]-\d+) \| (.+) \| (.+) \|$/gm

export interface Attack {
  id: string
  attack: string
  isStarred: boolean
}

export function readAttacks(): Attack[] {
  const page = readFileSync(join(root, 'docs', 'security', 'attacks.md'), 'utf8')
  return [...page.matchAll(row)].map(([, star, id = '', attack = '']) => ({
    id,
    attack,
    isStarred: star !== undefined,
  }))
}
