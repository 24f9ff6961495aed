// Checks the public exports by name. `node tools/check.mjs exports --update` records a deliberate change.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../bootstrap/run.mjs'
import { entriesOf, readSource } from './sources.ts'

const snapshotFile = join(root, 'tools', 'checks', 'exports.json')

/** Reads the exports of an entry, which is a hand-written list. Complains about `*` and declarations. */
function namesOf(path: string): string[] {
  const names: string[] = []
  const source = readSource(path).replace(/\/\*[\s\S]*?\*\//g, '')
  for (const [, type, list = ''] of source.matchAll(/export\s+(type\s+)?\{([^}]*)\}/g)) {
    for (const item of list.split(',')) {
      const name = item
        .trim()
        .replace(/^type\s+/, '')
        .split(/\s+as\s+/)
        .at(-1)
      if (name) names.push(type || item.trim().startsWith('type ') ? `type ${name}` : name)
    }
  }
  for (const [, kind, name = ''] of source.matchAll(
    /^export\s+(const|function|async function|class|interface|type)\s+(\w+)/gm,
  )) {
    names.push(kind === 'interface' || kind === 'type' ? `type ${name}` : name)
  }
  if (/export\s+\*/.test(source)) names.push('*')
  return names.sort()
}

type Surface = Partial<Record<string, string[]>>

function surface(): Surface {
  const entries: Surface = {}
  for (const name of readdirSync(join(root, 'packages'))) {
    for (const [subpath, target] of entriesOf(`packages/${name}`)) {
      const source = target['@latchkey/source']
      if (source) entries[`@latchkey/${name}${subpath.slice(1)}`] = namesOf(join('packages', name, source))
    }
  }
  return entries
}

/** `--update` records the exports of today. */
export async function checkExports(args: readonly string[] = []): Promise<string[]> {
  const now = surface()
  if (args.includes('--update')) writeFileSync(snapshotFile, `${JSON.stringify(now, null, 2)}\n`)
  const recorded: Surface = existsSync(snapshotFile) ? JSON.parse(readFileSync(snapshotFile, 'utf8')) : {}
  const complaints: string[] = []
  for (const entry of new Set([...Object.keys(now), ...Object.keys(recorded)])) {
    const before = recorded[entry] ?? []
    const after = now[entry] ?? []
    for (const name of after) if (!before.includes(name)) complaints.push(`${entry} now exports ${name}`)
    for (const name of before) if (!after.includes(name)) complaints.push(`${entry} no longer exports ${name}`)
    if (after.includes('*')) complaints.push(`${entry} re-exports everything of a file; list the names`)
  }
  return complaints
}
