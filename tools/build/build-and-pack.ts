// `npm run build`: builds every package to its dist folder, and packs those that are published into dist/ as npm would.
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '../bootstrap/run.mjs'
import { buildDocs } from '../docs/build-docs.ts'
import { addDocsToProvider, buildPackages, packPackages } from './build.ts'

const code = await buildPackages()
if (code !== 0) process.exit(code)
await buildDocs()
await addDocsToProvider()
// Other projects install from here until the packages are published.
const tarballs = join(root, 'dist')
await rm(tarballs, { recursive: true, force: true })
await mkdir(tarballs)
process.exit((await packPackages(tarballs)).code)
