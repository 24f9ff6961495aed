// Checks the public exports by name. `node tools/checks/exports.mjs --update` records a deliberate change.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from '../run.mjs'
import { entriesOf, readSource } from './sources.mjs'

const snapshotFile = join(root, 'tools', 'checks', 'exports.json')

/** Reads the exports of an entry, which is a hand-written list. Complains about `*` and declarations. */
function namesOf(path) {
  const names = []
  const source = readSource(path).replace(/\/\*[\s\S]*?\*\//g, '')
  for (const [, type, list] of source.matchAll(/export\s+(type\s+)?\{([^}]*)\}/g)) {
    for (const item of list.split(',')) {
      const name = item
        .trim()
        .replace(/^type\s+/, '')
        .split(/\s+as\s+/)
        .at(-1)
      if (name) names.push(type || item.trim().startsWith('type ') ? `type ${name}` : name)
    }
  }
  for (const [, kind, name] of source.matchAll(
    /^export\s+(const|function|async function|class|interface|type)\s+(\w+)/gm,
  )) {
    names.push(kind === 'interface' || kind === 'type' ? `type ${name}` : name)
  }
  if (/export\s+\*/.test(source)) names.push('*')
  return names.sort()
}

function surface() {
  const entries = {}
  for (const name of readdirSync(join(root, 'packages'))) {
    for (const [subpath, target] of entriesOf(`packages/${name}`)) {
      const source = target['@latchkey/source']
      if (source) entries[`@latchkey/${name}${subpath.slice(1)}`] = namesOf(join('packages', name, source))
    }
  }
  return entries
}

export async function checkExports() {
  const now = surface()
  const recorded = existsSync(snapshotFile) ? JSON.parse(readFileSync(snapshotFile, 'utf8')) : {}
  const complaints = []
  for (const entry of new Set([...Object.keys(now), ...Object.keys(recorded)])) {
    const before = recorded[entry] ?? []
    const after = now[entry] ?? []
    for (const name of after) if (!before.includes(name)) complaints.push(`${entry} now exports ${name}`)
    for (const name of before) if (!after.includes(name)) complaints.push(`${entry} no longer exports ${name}`)
    if (after.includes('*')) complaints.push(`${entry} re-exports everything of a file; list the names`)
  }
  return complaints
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href && process.argv.includes('--update')) {
  writeFileSync(snapshotFile, `${JSON.stringify(surface(), null, 2)}\n`)
}
