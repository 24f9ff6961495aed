// Writes the contract as an OpenAPI document, and lints it.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { bin, root, run } from '../bootstrap/run.mjs'
import { bundleForNode } from './bundle.ts'

export async function writeOpenApi(baseUrl: string): Promise<string> {
  const bundle = await bundleForNode('packages/contract/src/openapi/index.ts', 'openapi')
  const { createOpenApiDocument } = await import(pathToFileURL(bundle).href)
  const file = join(root, 'dist', 'openapi.json')
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `${JSON.stringify(createOpenApiDocument({ baseUrl }), null, 2)}\n`)
  return file
}

/** Resolves to the complaints of the linter. */
export async function lintOpenApi(file: string): Promise<string[]> {
  // The default server is localhost on purpose.
  const args = ['lint', file, '--extends', 'recommended', '--skip-rule', 'no-server-example.com']
  const { code, output } = await run(bin('redocly'), args, {
    quiet: true,
    // Disables telemetry and update checks.
    env: { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
  })
  return code === 0 ? [] : [output.trim()]
}
