// `npm run openapi`: writes the contract as OpenAPI 3.1 to dist/openapi.json.
//   --base-url <url>   URL of the provider (default: http://localhost:4000)
//   --lint             also lint the document, and fail on any error
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { installPackages, requireNode } from './install.mjs'
import { bin, root, run } from './run.mjs'

export async function writeOpenApi(baseUrl) {
  // Imported late, because it needs an installed package.
  const { bundleForNode } = await import('./bundle.mjs')
  const bundle = await bundleForNode('packages/contract/src/openapi/index.ts', 'openapi')
  const { createOpenApiDocument } = await import(pathToFileURL(bundle).href)
  const file = join(root, 'dist', 'openapi.json')
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `${JSON.stringify(createOpenApiDocument({ baseUrl }), null, 2)}\n`)
  return file
}

/** Resolves to the complaints of the linter. */
export async function lintOpenApi(file) {
  // The default server is localhost on purpose.
  const args = ['lint', file, '--extends', 'recommended', '--skip-rule', 'no-server-example.com']
  const { code, output } = await run(bin('redocly'), args, {
    quiet: true,
    // Disables telemetry and update checks.
    env: { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
  })
  return code === 0 ? [] : [output.trim()]
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { values } = parseArgs({
    options: { 'base-url': { type: 'string', default: 'http://localhost:4000' }, lint: { type: 'boolean' } },
  })
  requireNode()
  await installPackages()
  const file = await writeOpenApi(values['base-url'])
  console.log(`wrote ${file}`)
  const complaints = values.lint ? await lintOpenApi(file) : []
  for (const complaint of complaints) console.error(complaint)
  process.exit(complaints.length === 0 ? 0 : 1)
}
