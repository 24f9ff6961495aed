// Import rules: which package may import which, no import cycles, and operations that only one file may use.
import { importsOf, isTest, projectFiles, readSource } from './sources.ts'

/** The Latchkey packages that the shipped source of a package may import. */
const allowedPackages: Partial<Record<string, string[]>> = {
  contract: [],
  client: ['contract'],
  react: ['contract', 'client'],
  widgets: ['contract', 'client', 'react'],
  elements: ['contract', 'client', 'react', 'widgets'],
  frame: ['contract'],
  backend: ['contract'],
  // Also the example of this name, which uses the widgets.
  nextjs: ['contract', 'client', 'react', 'backend', 'widgets'],
  server: ['contract'],
  testkit: ['contract', 'client', 'server'],
  provider: ['contract', 'client', 'server'],
  // Its templates, which are applications.
  'create-latchkey': ['client', 'react', 'widgets', 'elements', 'nextjs'],
  playground: ['contract', 'client', 'react', 'widgets', 'elements', 'testkit'],
  // Its live widget is a file that the provider serves.
  docs: [],
  // Uses the provider with OpenID Connect only, like any client application.
  'relying-party': [],
  'react-vite': ['client', 'react', 'widgets'],
  business: ['backend', 'client', 'react', 'widgets'],
  'express-api': ['backend'],
  'embedded-provider': ['backend', 'server'],
  'vitest-testkit': ['backend', 'testkit'],
  'playwright-e2e': [],
}

/** External packages that some files must not import. */
const forbiddenModules: { in: RegExp; module: RegExp; why: string }[] = [
  { in: /^packages\/contract\/src\/(?!schemas\/|openapi)/, module: /^zod/, why: 'zod belongs in contract/schemas' },
  { in: /^packages\/client\/src\//, module: /^(zod|react|react-dom|node:)/, why: 'the client is framework-free' },
  {
    in: /^packages\/(react|widgets|elements)\/src\/(?!on-preact\/)/,
    module: /^(zod|node:|preact)/,
    why: "it runs on a host's React",
  },
  {
    in: /^packages\/backend\/src\/(?!node\.ts)/,
    module: /^(?!\.|@latchkey\/contract|jose$)/,
    why: 'the backend runs in workers and depends on jose only',
  },
  {
    in: /^packages\/server\/src\//,
    module: /^@opentelemetry\//,
    why: 'it is optional: applications pass it to createProvider',
  },
  { in: /\.flow\.ts$/, module: /^(?!\.|@latchkey\/contract)/, why: 'a flow imports only the contract and flow/' },
]

/** `from` may not import `to`. */
const forbiddenTargets: { from: RegExp; to: RegExp; why: string }[] = [
  { from: /\.view\.tsx$/, to: /(^packages\/client\/|\.effects\.ts$)/, why: 'a view knows neither client nor effects' },
  {
    from: /^packages\/widgets\/src\/(flow\/|.*\.flow\.ts$)/,
    to: /\.tsx$|\.(effects|strings|css)\.ts$|\/src\/(ui|theme|i18n|a11y|reads|locales)\//,
    why: 'a flow imports only the contract and flow/',
  },
  {
    from: /^packages\/server\/src\/(?!dev\/|dev\.ts|testing\/|testing\.ts|storage\/testing\/)/,
    to: /^packages\/server\/src\/(dev\/|dev\.ts|testing\/|testing\.ts|storage\/testing\/)/,
    why: 'development and test hooks are not reachable from a production entry',
  },
  {
    from: /^packages\/server\/src\/products\//,
    to: /^packages\/server\/src\/storage\/(sql|migrations)\//,
    why: 'products reach data only through the storage port',
  },
  {
    from: /^packages\/nextjs\//,
    to: /^packages\/widgets\//,
    why: 'an application can use it without the widgets',
  },
  {
    from: /^packages\/client\/src\/(?!testing\.ts|testing\/|platform\/)/,
    to: /^packages\/client\/src\/platform\/memory/,
    why: 'the fake platform is for tests',
  },
]

const development = /^packages\/server\/src\/(dev\/|dev\.ts$)|^apps\/provider\/src\/(commands\/dev|pages)\.ts$/

/** `from` must not load `to`, directly or indirectly. */
interface UnreachableRule {
  from: string
  to: RegExp
  isLazyLeftOut?: boolean
  why: string
}

const unreachable: UnreachableRule[] = [
  { from: 'apps/provider/src/commands/serve.ts', to: development, why: 'serve loads no development code' },
  // Commands are imported lazily: only static imports are loaded for all commands.
  {
    from: 'apps/provider/src/main.ts',
    to: development,
    isLazyLeftOut: true,
    why: 'only a command that is for development loads its code',
  },
]

/** Folders whose subfolders must not import each other. */
const siblingFolders = [/^(packages\/[^/]+\/src\/methods)\/([^/]+)\//, /^(packages\/server\/src\/products)\/([^/]+)\//]

/** Expressions that only one file (and the port and implementation below it) may use. */
const onlyIn: { word: RegExp; within?: RegExp; allowed: RegExp; why: string }[] = [
  {
    word: /\.oneTime\.(consume|consumeById)\(|\.oauthGrants\.useRefreshToken\(/,
    allowed: /^packages\/server\/src\/tokens\/consume\.ts$/,
    why: 'only tokens/consume.ts spends a one-time secret',
  },
  {
    word: /\.oneTime\.countGuess\(/,
    allowed: /^packages\/server\/src\/tokens\/count-attempt\.ts$/,
    why: 'only tokens/count-attempt.ts counts a guess',
  },
  {
    word: /\.sessions\.insert\(/,
    allowed: /^packages\/server\/src\/sessions\/issue-session\.ts$/,
    why: 'only sessions/issue-session.ts inserts a session',
  },
  {
    word: /\badmittedBrand\b|\bas\s+(Admitted|Admission)\b/,
    within: /^packages\/server\/src\/(?!sessions\/admission-type\.ts)/,
    allowed: /^packages\/server\/src\/organizations\/admission\.ts$/,
    why: 'only organizations/admission.ts decides that a sign-in may start a session',
  },
  {
    word: /(?<!platform\.)\b(window|document|navigator|localStorage|sessionStorage)\b[.?[]/,
    within: /^packages\/client\/src\//,
    allowed: /^packages\/client\/src\/platform\/browser/,
    why: 'only platform/browser touches the browser',
  },
  {
    // `location` cannot be hidden.
    word: /(?<![-/])\b(document|ownerDocument)\??\.(?!location\b)[a-z]|\}\s*=\s*[\w.]*\b(document|ownerDocument)\b(?![.])/,
    within: /^packages\/(client|react|widgets|elements|frame)\/src\//,
    allowed: /^$/,
    why: 'elements of the page hide properties of the document: use safe-dom, accessDomProperty or Document.prototype',
  },
  {
    word: /(?<!typeof )\b(globalThis|window)\??\.(?!window\b|HTMLElement\b|customElements\b)\w|\bplatform\??\.(PublicKeyCredential|Temporal|trustedTypes)\b/,
    within: /^packages\/(client|react|widgets|elements|frame)\/src\//,
    allowed:
      /^packages\/client\/src\/(core\/script-url|methods\/webauthn\/webauthn|telemetry\/identity)\.ts$|\/(gallery|recorder)\//,
    why: 'elements of the page have the names of APIs that a browser lacks: test with typeof or Object.hasOwn first',
  },
  {
    word: /(?<!platform\.)\b(Date\.now\(|new Date\(\)|Math\.random\()/,
    within: /^packages\/(client|server|contract|react|widgets|elements)\/src\//,
    allowed: /^packages\/(client\/src\/platform\/browser|server\/src\/(node|dev)\.ts|server\/src\/(dev|node)\/)/,
    why: 'the clock and randomness are arguments',
  },
  {
    word: /\bfetch\([^)]|\bXMLHttpRequest\b|\bsendBeacon\b/,
    within: /^packages\/(react|widgets|elements)\/src\//,
    allowed: /^$/,
    why: 'only the client speaks to the provider',
  },
  {
    word: /\bdocument\.cookie\b|\b(localStorage|sessionStorage|indexedDB)\b/,
    within: /^packages\/(react|widgets|elements)\/src\//,
    allowed: /^$/,
    why: 'only the client remembers anything',
  },
]

const packageOf = (path: string) => /^(?:packages|apps|examples)\/([^/]+)\//.exec(path)?.[1]
const withoutComments = (source: string) => source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '$1')

/** The files that a file loads at run time, without type imports. */
type Loaded = Map<string, { target: string; isLazy: boolean }[]>

const isLazy = (code: string, specifier: string) =>
  code.includes(`import('${specifier}')`) && !code.includes(`from '${specifier}'`)

export async function checkArrows(): Promise<string[]> {
  const complaints: string[] = []
  const files = projectFiles().filter(
    (path) => /^(packages|apps|examples)\/.*\.tsx?$/.test(path) && !path.endsWith('.d.ts'),
  )
  const shipped = files.filter((path) => !isTest(path))
  const graph = new Map<string, string[]>()
  const loaded: Loaded = new Map()

  for (const path of shipped) {
    const imports = importsOf(path)
    graph.set(
      path,
      imports.flatMap(({ target }) => (target === null || isTest(target) ? [] : [target])),
    )
    for (const { specifier, target } of imports) complaints.push(...complaintsAbout(path, specifier, target))
    const code = withoutComments(readSource(path))
    loaded.set(
      path,
      imports.flatMap(({ specifier, typeOnly, target }) =>
        typeOnly || target === null ? [] : [{ target, isLazy: isLazy(code, specifier) }],
      ),
    )
    complaints.push(...misplacedExpressions(path, code))
  }
  for (const path of files.filter(isTest)) {
    for (const { specifier } of importsOf(path)) {
      // All packages count the variants of their attacks in the same way.
      if (specifier.endsWith('/server/src/testing/variants.suite.ts')) continue
      if (/\/(src|dist)\//.test(specifier)) complaints.push(`${path}: imports ${specifier} by path`)
    }
  }
  for (const rule of unreachable) {
    if (!loaded.has(rule.from)) complaints.push(`${rule.from}: does not exist, but a rule names it`)
    for (const trail of trailsTo(loaded, rule)) complaints.push(`${trail.join(' → ')}: ${rule.why}`)
  }
  for (const cycle of [...cycles(graph), ...testCycles()]) complaints.push(`import cycle: ${cycle.join(' → ')}`)
  return complaints
}

/** Expressions of a file, without its comments, that belong into another one. */
export function misplacedExpressions(path: string, code: string): string[] {
  if (/^packages\/server\/src\/(storage|testing)\//.test(path)) return []
  return onlyIn
    .filter(({ within, word, allowed }) => (within?.test(path) ?? true) && word.test(code) && !allowed.test(path))
    .map(({ why }) => `${path}: ${why}`)
}

/** Import cycles between the files and between the folders of `e2e` and `bench`. */
function testCycles(): string[][] {
  const paths = projectFiles().filter((path) => /^(e2e|bench)\/.*\.tsx?$/.test(path) && !path.endsWith('.d.ts'))
  const files = new Map(paths.map((path) => [path, importsOf(path).flatMap(({ target }) => target ?? [])]))
  /** `e2e/widgets`, or `e2e` and `bench` for the files directly in them. */
  const folderOf = (path: string) => path.split('/').slice(0, -1).slice(0, 2).join('/')
  const folders = new Map<string, string[]>(paths.map((path) => [folderOf(path), []]))
  for (const [path, targets] of files) {
    const others = targets.filter((target) => files.has(target)).map(folderOf)
    folders.get(folderOf(path))?.push(...others.filter((folder) => folder !== folderOf(path)))
  }
  return [...cycles(files), ...cycles(folders)]
}

function complaintsAbout(path: string, specifier: string, target: string | null): string[] {
  const complaints: string[] = []
  const own = packageOf(path)
  const other = target && packageOf(target)
  const isByPath = /(^|\/)packages\/|\/(src|dist)\//.test(specifier)
  // The configuration of a tool imports the sources of its own package.
  if (isByPath && (own === undefined || own !== other)) complaints.push(`${path}: imports ${specifier} by path`)
  if (specifier.startsWith('@latchkey/') && target === null)
    complaints.push(`${path}: ${specifier} is not an entry of the package`)
  if (other && other !== own && !(allowedPackages[own ?? ''] ?? []).includes(other)) {
    complaints.push(`${path}: ${own} may not import ${other}`)
  }
  for (const rule of forbiddenModules) {
    if (rule.in.test(path) && rule.module.test(specifier)) complaints.push(`${path}: imports ${specifier}: ${rule.why}`)
  }
  for (const rule of forbiddenTargets) {
    if (target && rule.from.test(path) && rule.to.test(target)) {
      complaints.push(`${path}: imports ${target}: ${rule.why}`)
    }
  }
  for (const folder of siblingFolders) {
    const [, here, mine] = folder.exec(path) ?? []
    const [, there, theirs] = (target && folder.exec(target)) ?? []
    if (here && here === there && mine !== theirs) complaints.push(`${path}: imports its sibling ${theirs}`)
  }
  return complaints
}

/** The shortest import path to each file that `from` must not load. */
function trailsTo(loaded: Loaded, { from, to, isLazyLeftOut = false }: UnreachableRule): string[][] {
  const found: string[][] = []
  const seen = new Set([from])
  const waiting = [[from]]
  for (let trail = waiting.shift(); trail; trail = waiting.shift()) {
    for (const { target, isLazy } of loaded.get(trail.at(-1) ?? '') ?? []) {
      if (seen.has(target) || (isLazy && isLazyLeftOut)) continue
      seen.add(target)
      if (to.test(target)) found.push([...trail, target])
      else waiting.push([...trail, target])
    }
  }
  return found
}

/** Each import cycle once, by depth-first search. */
function cycles(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const found: string[][] = []
  const state = new Map<string, 'open' | 'done'>()
  const visit = (node: string, trail: readonly string[]): void => {
    state.set(node, 'open')
    for (const next of graph.get(node) ?? []) {
      if (state.get(next) === 'open') found.push([...trail.slice(trail.indexOf(next)), next])
      else if (!state.has(next) && graph.has(next)) visit(next, [...trail, next])
    }
    state.set(node, 'done')
  }
  for (const node of graph.keys()) if (!state.has(node)) visit(node, [node])
  return found
}
