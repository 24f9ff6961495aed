import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { run } from '../../../tools/bootstrap/run.mjs'
import { lockfileFor } from '../../../tools/build/lockfile.ts'
import { freePort } from '../../../tools/test/free-port.ts'
import { linkPackages } from './link-packages.ts'

const hosts = join(import.meta.dirname, '..')
const packages = join(hosts, '..', '..', 'packages')

export interface FreshApplication {
  folder: string
  /** Runs a program of an installed package in the folder; throws with its output if it fails. */
  run(program: string, ...args: string[]): Promise<void>
  /** Starts a program of an installed package that listens on the given port; resolves to its address. */
  serve(program: string, args: (port: string) => string[], ownEnv?: Record<string, string>): Promise<string>
  end(): Promise<void>
}

export interface FreshApplicationOptions {
  /** The folder with the application's files, from e2e/hosts. */
  sources: string
  /** The folder whose package.json pins the versions, from e2e/hosts; none if the application depends on ours only. */
  versions?: string
  /** Our packages that a developer installs by name. */
  install: readonly string[]
  tarballs: ReadonlyMap<string, string>
  env?: Record<string, string>
}

/** A folder outside of the repository with an application in it, and the packed packages installed by npm. */
export async function createFreshApplication(options: FreshApplicationOptions): Promise<FreshApplication> {
  const { sources, versions, install, tarballs, env = {} } = options
  const folder = await mkdtemp(join(tmpdir(), `latchkey-host-${basename(versions ?? sources)}-`))
  const children: ChildProcess[] = []
  const endAll = (): void => children.forEach((child) => void child.kill('SIGKILL'))
  process.once('exit', endAll)

  await cp(join(hosts, sources), folder, {
    recursive: true,
    filter: (path) => !/\/(node_modules|package\.json|\.next)$/.test(path),
  })
  const pinned = versions ? pinnedBy(readManifest(join(hosts, versions))) : {}
  const ours = withDependencies(install)
  const dependencies = Object.fromEntries(ours.map((name) => [name, `file:${tarballs.get(name)}`]))
  await writeFile(
    join(folder, 'package.json'),
    JSON.stringify({ name: 'host', private: true, type: 'module', dependencies: { ...pinned, ...dependencies } }),
  )
  const { lockfile, installed } = lockfileFor([
    ...Object.keys(pinned).map((name) => ({ name, from: join('e2e/hosts', versions ?? '') })),
    ...ours.flatMap((name) =>
      Object.keys(manifestOf(name).dependencies ?? {})
        .filter((dependency) => !tarballs.has(dependency))
        .map((dependency) => ({ name: dependency, from: `packages/${shortName(name)}` })),
    ),
  ])
  await writeFile(join(folder, 'package-lock.json'), JSON.stringify(lockfile))
  await linkPackages(folder, installed)
  await execute('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts'])

  async function execute(command: string, args: string[]): Promise<void> {
    const { code, output } = await run(command, args, {
      cwd: folder,
      quiet: true,
      env: { NODE_ENV: 'production', ...env },
    })
    if (code !== 0) throw new Error(`${command} ${args.join(' ')} failed in ${folder}:\n${output}`)
  }

  return {
    folder,
    run: (program, ...args) => execute(process.execPath, [join(folder, 'node_modules', program), ...args]),
    async serve(program, args, ownEnv = {}) {
      const port = await freePort()
      const child = spawn(process.execPath, [join(folder, 'node_modules', program), ...args(String(port))], {
        cwd: folder,
        env: { ...process.env, NODE_ENV: 'production', ...env, ...ownEnv },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      children.push(child)
      let output = ''
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
      const url = `http://localhost:${port}`
      while (!(await responds(url))) {
        if (child.exitCode !== null) throw new Error(`${program} ended:\n${output}`)
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
      return url
    },
    async end() {
      endAll()
      process.off('exit', endAll)
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** The versions of other packages than ours. */
function pinnedBy({ dependencies, devDependencies }: Manifest): Record<string, string> {
  const all = Object.entries({ ...dependencies, ...devDependencies })
  return Object.fromEntries(all.filter(([name]) => !name.startsWith('@latchkey/')))
}

/** What has to be installed by path as long as no registry has the packages: ours and those of ours it depends on. */
function withDependencies(names: readonly string[]): string[] {
  const all = new Set(names)
  for (const name of all) {
    for (const dependency of Object.keys(manifestOf(name).dependencies ?? {})) {
      if (dependency.startsWith('@latchkey/')) all.add(dependency)
    }
  }
  return [...all]
}

const shortName = (name: string): string => name.replace('@latchkey/', '')
const readManifest = (folder: string): Manifest => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
const manifestOf = (name: string): Manifest => readManifest(join(packages, shortName(name)))

interface Manifest {
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
}

function responds(url: string): Promise<boolean> {
  return fetch(url).then(
    ({ ok }) => ok,
    () => false,
  )
}
