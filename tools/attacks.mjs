// The attacks that are tried, from docs/security/attacks.md: the one place that lists them.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './run.mjs'

/** Those that wait stand in a table of two columns, and are not among them. */
const row = /^\| (★ )?([A-Z]-\d+) \| (.+) \| (.+) \|$/gm

export function readAttacks() {
  const page = readFileSync(join(root, 'docs', 'security', 'attacks.md'), 'utf8')
  return [...page.matchAll(row)].map(([, star, id, attack]) => ({ id, attack, isStarred: star !== undefined }))
}

/** Tests that docs/security/asvs.md names and that are not there (any more). */
export function missingProofs() {
  const page = readFileSync(join(root, 'docs', 'security', 'asvs.md'), 'utf8')
  const proofs = [...page.matchAll(/`([^`]+)`: “([^”]+)”/g)]
  if (proofs.length === 0) return ['docs/security/asvs.md names no test']
  return proofs
    .filter(
      ([, path, title]) => !existsSync(join(root, path)) || !readFileSync(join(root, path), 'utf8').includes(title),
    )
    .map(([, path, title]) => `docs/security/asvs.md: ${path} has no “${title}”`)
}
