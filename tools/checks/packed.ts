// Checks the tarballs that npm would publish: contents, publint, and the resolution of types.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root, run } from '../bootstrap/run.mjs'
import { packPackages } from '../build/build.ts'
import { lintTarball } from './lint-tarball.ts'

/** `npm test` sets this folder and later installs the tarballs into host applications. */
export async function checkPacked(): Promise<string[]> {
  const complaints: string[] = []
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-pack-'))
  const tarballs = process.env.TEST_TARBALLS ?? join(folder, 'tarballs')
  try {
    mkdirSync(tarballs, { recursive: true })
    const { code, output } = await packPackages(tarballs, { quiet: true })
    if (code !== 0) return [output]
    for (const tarball of readdirSync(tarballs)) {
      const path = join(tarballs, tarball)
      const unpacked = join(folder, tarball.replace(/\.tgz$/, ''))
      mkdirSync(unpacked)
      await run('tar', ['-xzf', path, '-C', unpacked], { quiet: true })
      complaints.push(...checkContents(join(unpacked, 'package')).map((complaint) => `${tarball}: ${complaint}`))
      complaints.push(
        ...(await checkPrograms(join(unpacked, 'package'))).map((complaint) => `${tarball}: ${complaint}`),
      )
      complaints.push(...(await lintTarball(path)).map((complaint) => `${tarball}: ${complaint}`))
    }
    complaints.push(...(await checkInstalledClient(tarballs, join(folder, 'host'))))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  return complaints
}

/** Installing the client installs the contract and nothing else, above all no zod. Needs no registry. */
async function checkInstalledClient(tarballs: string, host: string): Promise<string[]> {
  const packed = readdirSync(tarballs).filter((name) => /^latchkey-(client|contract)-\d/.test(name))
  mkdirSync(host)
  writeFileSync(join(host, 'package.json'), JSON.stringify({ name: 'host', private: true }))
  const files = packed.map((name) => join(tarballs, name))
  const { code, output } = await run(
    'npm',
    ['install', '--offline', '--no-audit', '--no-fund', '--ignore-scripts', ...files],
    { cwd: host, quiet: true },
  )
  if (code !== 0) return [`the client cannot be installed:\n${output}`]
  const { packages } = JSON.parse(readFileSync(join(host, 'package-lock.json'), 'utf8'))
  const installed = Object.keys(packages).filter(Boolean).sort().join(', ')
  const expected = 'node_modules/@latchkey/client, node_modules/@latchkey/contract'
  return installed === expected ? [] : [`the client installs ${installed}, not only ${expected}`]
}

/** The programs of a package start outside of the repository, without other packages, and know their version. */
async function checkPrograms(folder: string): Promise<string[]> {
  const { version, bin = {} } = readManifest(folder)
  const complaints: string[] = []
  for (const [name, file] of Object.entries(bin)) {
    const { code, output } = await run(process.execPath, [join(folder, file), '--version'], {
      cwd: folder,
      quiet: true,
    })
    if (code !== 0 || output.trim() !== version) complaints.push(`${name} --version printed: ${output}`)
    if (!readFileSync(join(folder, file), 'utf8').startsWith('#!/usr/bin/env node\n'))
      complaints.push(`${file} does not start with #!/usr/bin/env node`)
  }
  return complaints
}

/** Further files that a package must contain. */
const required: Partial<Record<string, string[]>> = {
  '@latchkey/server': ['dist/frame/frame.js', 'dist/frame/frame.html'],
  '@latchkey/provider': ['frame/frame.js', 'page/playground.html', 'page/inbox.html', 'standalone/latchkey.js'].map(
    (name) => `dist/bundle/${name}`,
  ),
  '@latchkey/elements': ['custom-elements.json', 'dist/standalone/latchkey.js', 'dist/standalone/de.js'],
}

/** Bundled software whose license requires a notice. */
const bundled: Partial<Record<string, { file: string; names: string[] }>> = {
  '@latchkey/elements': { file: 'dist/standalone/THIRD-PARTY-NOTICES.txt', names: ['preact', 'libphonenumber-js'] },
  '@latchkey/provider': {
    file: 'dist/bundle/THIRD-PARTY-NOTICES.txt',
    names: ['hono', 'jose', 'kysely', 'libphonenumber-js', 'nodemailer', 'pg', 'pgpass', 'preact', 'react', 'zod'],
  },
  '@latchkey/server': { file: 'dist/frame/THIRD-PARTY-NOTICES.txt', names: ['libphonenumber-js'] },
}

/** Only the server needs it at run time. For all other packages it is an optional peer. */
const needsZod = ['@latchkey/server']
const neverInstalled = ['react', 'react-dom', 'zod']

/** The fields of a package.json that are checked. */
interface Manifest {
  name: string
  version: string
  description?: string
  keywords?: string[]
  homepage?: string
  bugs?: { url?: string }
  repository?: { url?: string; directory?: string }
  bin?: Record<string, string>
  dependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  peerDependenciesMeta?: Partial<Record<string, { optional?: boolean }>>
}

const readManifest = (folder: string): Manifest => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))

function checkContents(folder: string): string[] {
  const manifest = readManifest(folder)
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
  const has = new Set(files)
  return [
    ...checkFiles(folder, manifest, files, has),
    ...checkMaps(folder, files, has),
    ...checkDependencies(manifest),
    ...checkAddresses(manifest),
  ]
}

function checkFiles(
  folder: string,
  { name, keywords = [], description }: Manifest,
  files: readonly string[],
  has: ReadonlySet<string>,
): string[] {
  const complaints: string[] = []
  const read = (file: string) => (has.has(file) ? readFileSync(join(folder, file), 'utf8') : '')
  if (read('LICENSE') !== readFileSync(join(root, 'LICENSE'), 'utf8')) complaints.push('LICENSE is missing or differs')
  if (!read('README.md').includes('npm install')) complaints.push('README.md is missing or does not say how to install')
  if (!description || keywords.length === 0) complaints.push('description or keywords are missing')
  for (const file of required[name] ?? []) if (!has.has(file)) complaints.push(`${file} is missing`)
  const { file, names } = bundled[name] ?? { file: '', names: [] }
  for (const one of names)
    if (!new RegExp(`^${one} \\d`, 'm').test(read(file))) complaints.push(`${file} does not name ${one}`)
  const leftOver = files.filter((path) => /\.tsbuildinfo$|\.(test|test-d|suite)\./.test(path))
  return [...complaints, ...leftOver.map((path) => `${path} is not for users`)]
}

/**
 * Each script and declaration has a source map, whose sources are in the tarball or in the map. Pages of a development
 * provider need none, and neither does the documentation.
 */
function checkMaps(folder: string, files: readonly string[], has: ReadonlySet<string>): string[] {
  const complaints: string[] = []
  for (const file of files) {
    if (!/^dist\/(?!bundle\/(page|standalone|docs)\/)/.test(file) || !/\.(m?js|d\.ts)$/.test(file)) continue
    const hasMap = has.has(`${file}.map`) || readFileSync(join(folder, file), 'utf8').includes('sourceMappingURL=data:')
    if (!hasMap) complaints.push(`${file} has no source map`)
  }
  for (const file of files.filter((path) => path.startsWith('dist/') && path.endsWith('.map'))) {
    const { sources, sourcesContent = [] }: { sources: string[]; sourcesContent?: unknown[] } = JSON.parse(
      readFileSync(join(folder, file), 'utf8'),
    )
    const missing = sources.filter(
      (source, index) =>
        // A bundled package may have maps without its sources.
        !isOfBundledPackage(source) && typeof sourcesContent[index] !== 'string' && !has.has(join(file, '..', source)),
    )
    for (const source of missing) complaints.push(`${file} names ${source}, which is not in the tarball`)
  }
  return complaints
}

/** Sources of a package in `node_modules`, or that a package names relative to its own repository. */
function isOfBundledPackage(source: string): boolean {
  return source.includes('node_modules/') || /^(\.\.\/){3,}(?!packages\/|apps\/)/.test(source)
}

function checkDependencies({
  name,
  version,
  dependencies = {},
  peerDependencies = {},
  peerDependenciesMeta = {},
}: Manifest): string[] {
  const complaints: string[] = []
  for (const [dependency, range] of Object.entries(dependencies)) {
    // Packages of this repository are released together and use internal entries of each other.
    const wanted = dependency.startsWith('@latchkey/') ? range === version : /^\^\d/.test(range)
    if (!wanted) complaints.push(`${dependency}: ${range} is neither a caret range nor the version of this repository`)
    if (neverInstalled.includes(dependency) && !(dependency === 'zod' && needsZod.includes(name))) {
      complaints.push(`${dependency} must be an optional peer, because not every application needs it`)
    }
  }
  for (const peer of Object.keys(peerDependencies)) {
    if (!peerDependenciesMeta[peer]?.optional) complaints.push(`the peer ${peer} is not optional`)
  }
  return complaints
}

/** The addresses that a registry shows, and the folder that provenance refers to. */
function checkAddresses({ name, homepage, bugs, repository }: Manifest): string[] {
  const directory = repository?.directory ?? ''
  const folder = join(root, directory)
  return [
    ...(homepage && bugs?.url && repository?.url ? [] : ['homepage, bugs or repository is missing']),
    ...(directory !== '' && readManifest(folder).name === name ? [] : ['repository.directory is not its folder']),
  ]
}
