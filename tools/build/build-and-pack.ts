// `npm run build`: builds every package to its dist folder, and packs those that are published into dist/ as npm would.
import { cp, mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '../bootstrap/run.mjs'
import { buildDocs, siteFolder } from '../docs/build-docs.ts'
import { buildPackages, packPackages } from './build.ts'

const code = await buildPackages()
if (code !== 0) process.exit(code)
// A development provider serves the documentation of its own version.
await buildDocs()
await cp(siteFolder, join(root, 'apps', 'provider', 'dist', 'bundle', 'docs'), { recursive: true })
// Other projects install from here until the packages are published.
const tarballs = join(root, 'dist')
await rm(tarballs, { recursive: true, force: true })
await mkdir(tarballs)
process.exit((await packPackages(tarballs)).code)
