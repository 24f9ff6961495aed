import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import type { Plugin } from 'rolldown'
import { forNode, widgetsOnPreact } from '../../tools/build/bundle.ts'
import { bundleChunks } from '../../tools/build/bundle-standalone.ts'
import { preactForRolldown } from '../../tools/build/preact-document.ts'
import { swapForRolldown } from '../mutants/swap.mjs'
import type { ShowOptions } from './host-login.ts'

/** The builds of a host application from one source. */
export const builds = ['react-18', 'react-19', 'standalone'] as const

export type Build = (typeof builds)[number]

const react18 = join(import.meta.dirname, 'react-18', 'node_modules')

const aliases: Record<Build, Record<string, string>> = {
  'react-18': { react: join(react18, 'react'), 'react-dom': join(react18, 'react-dom') },
  'react-19': {},
  standalone: widgetsOnPreact,
}

/** Where the imports of React lead in a build. */
export const reactOf = (name: Build): Record<string, string> => aliases[name]

/** Development mode: React logs its warnings, and StrictMode renders twice. */
const define = { 'process.env.NODE_ENV': '"development"' }

type Files = ReadonlyMap<string, string>

const hosts = new Map<Build, Promise<Files>>()

/**
 * The files of the host page by name, built in memory once for all test files of this process. A test that breaks the
 * sources with plugins gets a separate build.
 */
export function bundleHost(name: Build, plugins: Plugin[] = []): Promise<Files> {
  if (plugins.length > 0) return buildHost(name, plugins)
  const bundle = hosts.get(name) ?? buildHost(name, [])
  hosts.set(name, bundle)
  return bundle
}

async function buildHost(name: Build, plugins: Plugin[]): Promise<Files> {
  const own = process.env.MUTANT ? [...plugins, swapForRolldown] : plugins
  const { chunks } = await bundleChunks({
    input: { 'host-page': join(import.meta.dirname, 'host-page.ts') },
    outdir: 'host',
    plugins: name === 'standalone' ? [...own, preactForRolldown] : own,
    resolve: { alias: aliases[name] },
    transform: { jsx: { runtime: 'automatic' }, target: 'es2022', define },
    // Every page parses all scripts, and React in development is mostly white space and comments.
    output: { chunkFileNames: '[name]-[hash].js', minify: { compress: false, mangle: false } },
  })
  return new Map([...chunks].map(([path, { code }]) => [path, code]))
}

/** Renders the widget in Node with the React of a build. */
export async function bundleServer(name: Build): Promise<{ render(wanted: ShowOptions): string }> {
  const outdir = join(import.meta.dirname, '..', '..', 'node_modules', '.latchkey', 'hosts', name)
  await mkdir(outdir, { recursive: true })
  await build({
    ...forNode,
    entryPoints: [join(import.meta.dirname, 'server-page.ts')],
    outdir,
    jsx: 'automatic',
    alias: aliases[name],
    define,
  })
  return import(/* @vite-ignore */ pathToFileURL(join(outdir, 'server-page.mjs')).href)
}
