import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build, type Metafile } from 'esbuild'
import { beforeAll, describe, expect, it } from 'vitest'
import { root } from '../bootstrap/run.mjs'
import { forNode } from './bundle.ts'
import { importDirectly, originsIn } from './direct-imports.ts'

describe('importDirectly', () => {
  const origins = originsIn(
    "export type { A } from './a.ts'\nexport { a, type B } from './a.ts'\nexport {\n  b,\n} from './b/b.ts'\n",
    '/server',
  )
  const replace = (text: string): string => importDirectly(text, () => origins)

  it('imports each name from its module, and no types', () => {
    expect(replace("import { a, b as c, type B } from '@latchkey/server'\n")).toBe(
      'import { a } from "/server/a.ts"; import { b as c } from "/server/b/b.ts"\n',
    )
  })

  it('keeps the number of lines, the imports of other packages, and names that the entry declares itself', () => {
    expect(replace("import {\n  a,\n  own,\n} from '@latchkey/server'\nimport { z } from 'zod'\n")).toBe(
      'import { a } from "/server/a.ts"; import { own } from "@latchkey/server"\n\n\n\nimport { z } from \'zod\'\n',
    )
  })

  it('loads one name lazily from its module', () => {
    expect(replace("  const { b } = await import('@latchkey/server')\n")).toBe(
      '  const { b } = await import("/server/b/b.ts")\n',
    )
    expect(replace("await import('@latchkey/server')")).toBe("await import('@latchkey/server')")
  })
})

describe('the bundle of the command line', () => {
  let outputs: Metafile['outputs']
  beforeAll(async () => {
    const entryPoints = [join(root, 'apps', 'provider', 'src', 'main.ts')]
    // The plugin for the password worker writes a file there.
    const outdir = join(root, 'node_modules', '.latchkey', 'direct-imports')
    const built = await build({ ...forNode, entryPoints, outdir, write: false, metafile: true })
    outputs = built.metafile.outputs
  })

  /** The sources that are loaded with a module of the provider, without those that are imported later. */
  function loadedWith(source: string): string[] {
    const start = Object.keys(outputs).find((path) => outputs[path]?.entryPoint === `apps/provider/src/${source}`)
    const reached = new Set([start ?? ''])
    for (const path of reached)
      for (const imported of outputs[path]?.imports ?? [])
        if (imported.kind === 'import-statement' && imported.path in outputs) reached.add(imported.path)
    return [...reached].flatMap((path) => Object.keys(outputs[path]?.inputs ?? {}))
  }

  const packagesOf = (sources: readonly string[]): string[] => [
    ...new Set(sources.flatMap((path) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? [])),
  ]

  it('prints help and version without the server and without any package', () => {
    const sources = loadedWith('main.ts')
    expect(sources).toContain('apps/provider/src/help.ts')
    expect(sources.filter((path) => path.startsWith('packages/server/'))).toEqual([])
    expect(packagesOf(sources)).toEqual([])
  })

  it.each(['admin/users.ts', 'admin/settings.ts', 'admin/projects.ts'])(
    'loads no endpoints for users, no log, no metrics and no PostgreSQL driver with %s',
    (source) => {
      const sources = loadedWith(source)
      expect(sources).toContain('packages/server/src/admin/administration.ts')
      expect(sources.filter((path) => /packages\/server\/src\/(app|products|oidc-provider|dev)\//.test(path))).toEqual(
        [],
      )
      expect(packagesOf(sources).filter((name) => !['kysely', 'zod', 'tldts'].includes(name))).toEqual([])
    },
  )
})

it('finds the module of every name that the provider imports from the entry of the server', () => {
  const entry = join(root, 'packages', 'server', 'src')
  const origins = originsIn(readFileSync(join(entry, 'index.ts'), 'utf8'), entry)
  expect(origins.get('createProvider')).toBe(join(entry, 'create-provider.ts'))
  expect(origins.get('openSqlite')).toBe(join(entry, 'storage', 'operations', 'open-storage.ts'))
  expect(origins.has('Provider')).toBe(false)
})
