import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'

export interface Size {
  what: string
  bytes: number
  goal: number
}

/** What a page downloads for these imports: bundled, minified, gzipped. */
async function gzipOf(contents: string): Promise<number> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: 'packages/testkit', loader: 'ts' },
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    conditions: ['@latchkey/source'],
  })
  return gzipSync(outputFiles[0]?.contents ?? '', { level: 9 }).length
}

export async function measureSizes(): Promise<Size[]> {
  return [
    {
      what: 'headless client, whole surface',
      bytes: await gzipOf("export * from '@latchkey/client'"),
      goal: 8_000,
    },
    {
      what: 'headless client, `createClient` alone',
      bytes: await gzipOf("export { createClient } from '@latchkey/client'"),
      goal: 8_000,
    },
  ]
}
