// What ends up in a bundle: words that must not be there, and files a production entry must not reach.
import { build } from 'esbuild'
import { root } from '../run.mjs'

const entries = [
  {
    entry: 'packages/client/src/index.ts',
    platform: 'browser',
    words: [/\bzod\b/i, /\breact\b/i, /\/b2b\//, /libphonenumber/i, /toJSONSchema/],
    files: [/node_modules/, /contract\/src\/(schemas|endpoints|calling-codes)/, /\/platform\/memory/],
  },
  { entry: 'packages/contract/src/index.ts', platform: 'neutral', words: [/\bzod\b/i], files: [/node_modules/] },
  { entry: 'packages/server/src/index.ts', platform: 'node', words: [], files: [/\/src\/(dev|testing)[/.]/] },
  { entry: 'packages/server/src/node.ts', platform: 'node', words: [], files: [/\/src\/(dev|testing)[/.]/] },
]

export async function checkBundles() {
  const complaints = []
  for (const { entry, platform, words, files } of entries) {
    const { outputFiles, metafile } = await build({
      absWorkingDir: root,
      entryPoints: [entry],
      bundle: true,
      minify: true,
      write: false,
      metafile: true,
      format: 'esm',
      platform,
      conditions: ['@latchkey/source'],
      logLevel: 'silent',
      ...(platform === 'node' ? { packages: 'external', alias: {} } : {}),
    })
    const text = outputFiles[0].text
    for (const word of words) if (word.test(text)) complaints.push(`${entry}: the bundle contains ${word}`)
    for (const input of Object.keys(metafile.inputs)) {
      if (files.some((pattern) => pattern.test(input))) complaints.push(`${entry}: reaches ${input}`)
    }
  }
  return complaints
}
