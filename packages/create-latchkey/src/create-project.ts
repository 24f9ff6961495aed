import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type TemplateName, templates } from './templates.ts'

/** A problem that the user can correct; the message says how. */
export class CreateError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'CreateError'
  }
}

export interface ProjectOptions {
  /** An absolute path. Created if missing; must be empty. */
  folder: string
  template: TemplateName
  /** The version of the Latchkey packages. */
  version: string
  providerPort: number
  /** The absolute path of a folder with the packed Latchkey packages. */
  tarballs?: string | undefined
}

const sources = fileURLToPath(new URL('../templates/', import.meta.url))
const defaultPort = 4000

/** Files whose names npm changes or leaves out when it packs a package. */
const renamedFiles = { _gitignore: '.gitignore', _env: '.env' }

/** Writes the files of a template into the folder. */
export function createProject({ folder, template, version, providerPort, tarballs }: ProjectOptions): void {
  refuseOtherFiles(folder)
  const packages = tarballs === undefined ? undefined : findTarballs(tarballs)
  mkdirSync(folder, { recursive: true })
  cpSync(join(sources, template), folder, { recursive: true })
  cpSync(join(sources, 'style.css'), join(folder, templates[template].style))
  cpSync(join(sources, '_gitignore'), join(folder, '_gitignore'))
  for (const [from, to] of Object.entries(renamedFiles)) renameSync(join(folder, from), join(folder, to))
  const path = join(folder, 'package.json')
  const manifest: Manifest = JSON.parse(readFileSync(path, 'utf8'))
  const written = withPackages({ ...manifest, name: packageName(folder) }, { version, packages })
  writeFileSync(path, `${JSON.stringify(written, null, 2)}\n`)
  if (providerPort !== defaultPort) changePort(folder, providerPort)
}

/** The fields of a package.json that are written. */
interface Manifest {
  name: string
  scripts: Record<string, string>
  dependencies: Record<string, string>
  devDependencies: Record<string, string>
  overrides?: Record<string, string>
}

function refuseOtherFiles(folder: string): void {
  const found = existsSync(folder) ? readdirSync(folder).filter((name) => name !== '.git') : []
  if (found.length === 0) return
  const names = found.slice(0, 3).join(', ') + (found.length > 3 ? ', …' : '')
  throw new CreateError(
    `The folder ${basename(folder)} is not empty (${names}). Choose another name: npm create latchkey <folder>`,
  )
}

/** The paths of packed packages by package name. */
function findTarballs(folder: string): ReadonlyMap<string, string> {
  const files = existsSync(folder) ? readdirSync(folder) : []
  const found = files.flatMap((file) => {
    const name = /^latchkey-([a-z]+)-\d.*\.tgz$/.exec(file)?.[1]
    return name === undefined ? [] : [[`@latchkey/${name}`, join(folder, file)] as const]
  })
  if (found.length === 0)
    throw new CreateError(
      `${folder} has no tarballs of Latchkey. Run npm run build in its repository, and pass its dist folder.`,
    )
  return new Map(found)
}

/** Sets the versions of the Latchkey packages, or the paths of their tarballs. */
function withPackages(
  manifest: Manifest,
  { version, packages }: { version: string; packages: ReadonlyMap<string, string> | undefined },
): Manifest {
  const versioned = (dependencies: Record<string, string>): Record<string, string> =>
    Object.fromEntries(
      Object.entries(dependencies).map(([name, range]) => {
        if (!name.startsWith('@latchkey/')) return [name, range]
        if (packages === undefined) return [name, `^${version}`]
        const path = packages.get(name)
        if (path === undefined) throw new CreateError(`The tarball of ${name} is missing. Run npm run build again.`)
        return [name, `file:${path}`]
      }),
    )
  const dependencies = versioned(manifest.dependencies)
  const devDependencies = versioned(manifest.devDependencies)
  if (packages === undefined) return { ...manifest, dependencies, devDependencies }
  // The registry may not have the packages that these depend on.
  const indirect = [...packages].filter(([name]) => !(name in dependencies || name in devDependencies))
  const overrides = Object.fromEntries(indirect.map(([name, path]) => [name, `file:${path}`]))
  return { ...manifest, dependencies, devDependencies, overrides }
}

/** A name that npm accepts. */
function packageName(folder: string): string {
  const name = basename(folder)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
  return name === '' ? 'latchkey-app' : name
}

/** The port is in the settings, in the script that starts the provider, and in the README. */
function changePort(folder: string, port: number): void {
  const replace = (name: string, change: (text: string) => string): void =>
    writeFileSync(join(folder, name), change(readFileSync(join(folder, name), 'utf8')))
  const inAddresses = (text: string): string => text.replaceAll(`localhost:${defaultPort}`, `localhost:${port}`)
  replace('.env', inAddresses)
  replace('README.md', inAddresses)
  replace('package.json', (text) => text.replace('latchkey dev --', `latchkey dev --port ${port} --`))
}
