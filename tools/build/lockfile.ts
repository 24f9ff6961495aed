import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../bootstrap/run.mjs'

interface LockedPackage {
  version?: string
  link?: boolean
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  peerDependenciesMeta?: Record<string, { optional?: boolean }>
}

type Locked = Record<string, LockedPackage>

export interface FreshLockfile {
  lockfile: object
  /** Where this repository has each package installed: absolute path by the path in the fresh application. */
  installed: ReadonlyMap<string, string>
}

/**
 * A lockfile for a fresh application that takes the versions of `names` and of everything they depend on from the
 * lockfile of this repository. `from` is the folder, relative to the root, that the names are resolved from.
 */
export function lockfileFor(wanted: readonly { name: string; from: string }[]): FreshLockfile {
  const { packages: locked } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as { packages: Locked }
  const fresh: Locked = {}
  const sources = new Map<string, string>()

  function add(name: string, from: string, parent: string): void {
    const source = resolve(locked, name, from)
    const entry = source === undefined ? undefined : locked[source]
    // Not in the lockfile: an optional package that is not installed.
    if (source === undefined || !entry || entry.link) return
    const path = place(name, source, parent)
    if (sources.has(path)) return
    sources.set(path, source)
    const { devDependencies: _, ...kept } = entry
    for (const flag of ['dev', 'devOptional', 'peer', 'extraneous']) Reflect.deleteProperty(kept, flag)
    fresh[path] = kept
    const needed = { ...entry.dependencies, ...entry.optionalDependencies, ...entry.peerDependencies }
    // npm installs an optional peer only for a package that requires it.
    for (const dependency of Object.keys(needed))
      if (!entry.peerDependenciesMeta?.[dependency]?.optional) add(dependency, source, path)
  }

  /** At the top level, unless that has another version. */
  function place(name: string, source: string, parent: string): string {
    const top = `node_modules/${name}`
    const taken = sources.get(top)
    return taken === undefined || taken === source ? top : `${parent}/node_modules/${name}`
  }

  for (const { name, from } of wanted) add(name, from, '')
  return {
    lockfile: { lockfileVersion: 3, requires: true, packages: { '': {}, ...fresh } },
    installed: new Map([...sources].map(([path, source]) => [path, join(root, source)])),
  }
}

/** The key of a package in the lockfile, as Node would resolve it from a folder. */
function resolve(locked: Locked, name: string, from: string): string | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) {
    const path = join(folder, 'node_modules', name)
    if (path in locked) return path
    if (folder === '') return undefined
  }
}
