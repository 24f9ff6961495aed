// Source files of the project and their imports.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { root } from '../bootstrap/run.mjs'

/** Files that git tracks or would track. */
export function projectFiles(): string[] {
  const list = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root })
  return list
    .toString()
    .split('\n')
    .filter((path) => path && existsSync(join(root, path)))
}

export const isTest = (path: string): boolean =>
  /\.(test|test-d|suite|spec)\.tsx?$/.test(path) || path.startsWith('e2e/')

export const readSource = (path: string): string => readFileSync(join(root, path), 'utf8')

const importPattern = /(?:^|[;\n}])\s*(import|export)\s+(type\s+)?(?:[\w*$\s{},]+?\s+from\s+)?['"]([^'"]+)['"]/g
const dynamicPattern = /\bimport\(\s*['"]([^'"]+)['"]\s*\)/g

export interface Import {
  specifier: string
  typeOnly: boolean
  /** A path in the repository, or null. */
  target: string | null
}

/** All imports of a file. */
export function importsOf(path: string, source: string = readSource(path)): Import[] {
  const code = source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '$1')
  const found = [...code.matchAll(importPattern)].map(([, , type, specifier = '']) => ({
    specifier,
    typeOnly: Boolean(type),
  }))
  for (const [, specifier = ''] of code.matchAll(dynamicPattern)) found.push({ specifier, typeOnly: false })
  return found.map((entry) => ({ ...entry, target: resolve(path, entry.specifier) }))
}

function resolve(path: string, specifier: string): string | null {
  if (specifier.startsWith('.')) return normalize(join(dirname(path), specifier))
  const own = /^@latchkey\/([^/]+)(?:\/(.+))?$/.exec(specifier)
  if (!own) return null
  const [, name = '', subpath = ''] = own
  const folder = existsSync(join(root, 'packages', name)) ? `packages/${name}` : `apps/${name}`
  const source = entriesOf(folder).get(subpath ? `./${subpath}` : '.')?.['@latchkey/source']
  return source ? normalize(join(folder, source)) : null
}

/** The files of an entry, by condition. */
export type EntryTargets = Partial<Record<string, string>>

/** The entries of a package, by subpath. */
export function entriesOf(folder: string): Map<string, EntryTargets> {
  const manifest = join(root, folder, 'package.json')
  const { exports = {} }: { exports?: Record<string, EntryTargets> } = existsSync(manifest)
    ? JSON.parse(readFileSync(manifest, 'utf8'))
    : {}
  return new Map(Object.entries(exports))
}
