// The entry of a package lists its exports, and imports all of its modules. A bundler that splits code by module puts all
// of them into one chunk, which every command would load. This plugin imports each name from the module that declares it.
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Plugin } from 'esbuild'

/** The module of each name that an entry exports from another module. */
type Origins = ReadonlyMap<string, string>

const staticImport = /^import \{([^}]*)\} from '(@latchkey\/[^']+)';?$/gm
const dynamicImport = /(\{ (\w+) \} = await import\()'(@latchkey\/[^']+)'\)/g
const reexport = /^export \{([^}]*)\} from '(\.[^']+)'/gm

/** The names in the braces of an import or export, without types. */
function namesIn(braces: string): string[] {
  return braces
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && !name.startsWith('type '))
}

/** The modules of the names that the text of an entry exports. */
export function originsIn(text: string, folder: string): Origins {
  return new Map(
    [...text.matchAll(reexport)].flatMap(([, braces = '', path = '']) =>
      namesIn(braces)
        .filter((name) => /^\w+$/.test(name))
        .map((name) => [name, join(folder, path)] as const),
    ),
  )
}

/** The text of a module with the imports of packages replaced. Lines keep their numbers, for source maps. */
export function importDirectly(text: string, originsOf: (specifier: string) => Origins): string {
  const replaced = text.replace(staticImport, (statement: string, braces: string, specifier: string) => {
    const origins = originsOf(specifier)
    const imports = namesIn(braces).map((name) => {
      const [exported = ''] = name.split(' as ')
      return `import { ${name} } from ${JSON.stringify(origins.get(exported) ?? specifier)}`
    })
    return imports.join('; ') + '\n'.repeat(statement.split('\n').length - 1)
  })
  return replaced.replace(dynamicImport, (statement: string, start: string, name: string, specifier: string) => {
    const origin = originsOf(specifier).get(name)
    return origin === undefined ? statement : `${start}${JSON.stringify(origin)})`
  })
}

/** For esbuild: imports of our own packages skip the entries. */
export const directImportsForEsbuild: Plugin = {
  name: 'direct-imports',
  setup({ onLoad, resolve }) {
    const known = new Map<string, Promise<Origins>>()
    async function readOrigins(specifier: string, resolveDir: string): Promise<Origins> {
      const { path } = await resolve(specifier, { kind: 'import-statement', resolveDir })
      return path === '' ? new Map() : originsIn(await readFile(path, 'utf8'), dirname(path))
    }
    onLoad({ filter: /[\\/](apps[\\/]provider|packages[\\/]server)[\\/]src[\\/].*\.ts$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8')
      const specifiers = new Set([
        ...[...text.matchAll(staticImport)].map(([, , specifier = '']) => specifier),
        ...[...text.matchAll(dynamicImport)].map(([, , , specifier = '']) => specifier),
      ])
      const origins = new Map<string, Origins>()
      for (const specifier of specifiers) {
        const found = known.get(specifier) ?? readOrigins(specifier, dirname(path))
        known.set(specifier, found)
        origins.set(specifier, await found)
      }
      const contents = importDirectly(text, (specifier) => origins.get(specifier) ?? new Map())
      return { contents, loader: 'ts', resolveDir: dirname(path) }
    })
  },
}
