// Patches Preact for pages whose elements have names of document functions (DOM clobbering).
import { readFile } from 'node:fs/promises'
import type { Plugin as EsbuildPlugin } from 'esbuild'
import type { Plugin as RolldownPlugin } from 'rolldown'

const preact = /node_modules[/\\]preact[/\\]dist[/\\]preact\.mjs$/

/** The module that protects React from clobbering. Preact does not need it. */
const forReact = /widgets[/\\]src[/\\]widget[/\\]restore-document\.ts$/

const withoutRestoring = 'export const useRestoredDocument = () => {}, restoreDocument = () => {}'

/**
 * `<img name=createElementNS>` hides the function of the document, but not of its prototype. Preact calls two such
 * functions. No line moves, so source maps remain valid.
 */
export function callByPrototype(code: string): string {
  const calls = /\b(\w+)\.(createElementNS|createTextNode)\(/g
  if (code.match(calls)?.length !== 2) throw new Error('Preact creates nodes differently: update this pattern.')
  return code.replace(calls, 'Document.prototype.$2.call($1,')
}

export const preactForRolldown: RolldownPlugin = {
  name: 'preact-document',
  load: (id) => (forReact.test(id) ? withoutRestoring : null),
  transform: (code, id) => (preact.test(id) ? { code: callByPrototype(code), map: null } : null),
}

export const preactForEsbuild: EsbuildPlugin = {
  name: 'preact-document',
  setup(build) {
    build.onLoad({ filter: forReact }, () => ({ contents: withoutRestoring, loader: 'js' }))
    build.onLoad({ filter: preact }, async ({ path }) => ({
      contents: callByPrototype(await readFile(path, 'utf8')),
      loader: 'js',
    }))
  },
}
