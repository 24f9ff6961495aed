// The documentation stays true where a machine can tell: links lead somewhere, and every error type is explained.
import { existsSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { root } from '../run.mjs'
import { projectFiles, readSource } from './sources.mjs'

export async function checkDocs() {
  const complaints = []
  const pages = projectFiles().filter((path) => path.endsWith('.md') && !path.startsWith('docs/spec/'))
  for (const page of pages) {
    for (const [, target] of readSource(page).matchAll(/\]\(([^)#\s]+)[^)]*\)/g)) {
      if (/^[a-z]+:/.test(target)) continue
      if (!existsSync(join(root, normalize(join(dirname(page), target)))))
        complaints.push(`${page}: no such page: ${target}`)
    }
  }
  const explained = readSource('docs/errors.md')
  const table = /export const errorTable = \{([\s\S]*?)\n\} as const/.exec(
    readSource('packages/contract/src/errors.ts'),
  )?.[1]
  for (const [, type] of (table ?? '').matchAll(/^ {2}(\w+): \{/gm)) {
    if (!explained.includes(`\`${type}\``)) complaints.push(`docs/errors.md does not explain ${type}`)
  }
  return complaints
}
