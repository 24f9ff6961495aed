// Source files of the project and their imports.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { root } from '../run.mjs'

/** Files that git tracks or would track. */
export function projectFiles() {
  const list = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root })
  return list
    .toString()
    .split('\n')
    .filter((path) => path && existsSync(join(root, path)))
}

export const isTest = (path) => /\.(test|test-d|suite|spec)\.tsx?$/.test(path) || path.startsWith('e2e/')

export const readSource = (path) => readFileSync(join(root, path), 'utf8')

const importPattern = /(?:^|[;\n}])\s*(import|export)\s+(type\s+)?(?:[\w*$\s{},]+?\s+from\s+)?['"]([^'"]+)['"]/g
const dynamicPattern = /\bimport\(\s*['"]([^'"]+)['"]\s*\)/g

/** `{ specifier, typeOnly, target }` of all imports of a file; `target` is a path in the repository, or null. */
export function importsOf(path, source = readSource(path)) {
  const code = source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '$1')
  const found = [...code.matchAll(importPattern)].map(([, , type, specifier]) => ({
    specifier,
    typeOnly: Boolean(type),
  }))
  for (const [, specifier] of code.matchAll(dynamicPattern)) found.push({ specifier, typeOnly: false })
  return found.map((entry) => ({ ...entry, target: resolve(path, entry.specifier) }))
}

function resolve(path, specifier) {
  if (specifier.startsWith('.')) return normalize(join(dirname(path), specifier))
  const own = /^@latchkey\/([^/]+)(?:\/(.+))?$/.exec(specifier)
  if (!own) return null
  const [, name, subpath = ''] = own
  const folder = existsSync(join(root, 'packages', name)) ? `packages/${name}` : `apps/${name}`
  const source = entriesOf(folder).get(subpath ? `./${subpath}` : '.')?.['@latchkey/source']
  return source ? normalize(join(folder, source)) : null
}

/** The entries of a package, by subpath. */
export function entriesOf(folder) {
  const manifest = join(root, folder, 'package.json')
  const { exports = {} } = existsSync(manifest) ? JSON.parse(readFileSync(manifest, 'utf8')) : {}
  return new Map(Object.entries(exports))
}
