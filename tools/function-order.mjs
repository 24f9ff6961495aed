// Puts similar functions of a large file next to each other: gzip finds repetitions in the last 32 kB only.
import { RolldownMagicString } from 'rolldown'
import { parseAst } from 'rolldown/parseAst'

/** Files by name, with the order of their functions. It was measured: other orders of the same kinds are larger. */
const orders = { 'behind-main': ['view', 'flow', 'plain', 'styled', 'other'] }

/** By the module that a function is in, and by its text. */
function kindOf(path, text) {
  if (!path.includes('packages/widgets/')) return 'other'
  if (text.includes('useSheet(')) return 'styled'
  if (path.endsWith('.tsx')) return 'view'
  return path.includes('flow') ? 'flow' : 'plain'
}

/** A plugin of Rolldown. Function declarations are hoisted: a module works the same wherever they are in it. */
export const functionOrder = {
  name: 'function-order',
  renderChunk(code, { name }) {
    const order = orders[name]
    if (!order) return null
    const { body } = parseAst(code)
    const first = body.find(({ type }) => type !== 'ImportDeclaration')
    // The bundler writes the path of each module above its code.
    const modules = [...code.matchAll(/^\/\/ (\S+\.\w+)$/gm)]
    const functions = body
      .filter(({ type }) => type === 'FunctionDeclaration')
      .map(({ start, end }) => {
        const path = modules.findLast(({ index }) => index < start)?.[1] ?? ''
        return { start, end, rank: order.indexOf(kindOf(path, code.slice(start, end))) }
      })
      .toSorted((one, other) => one.rank - other.rank)
    const text = new RolldownMagicString(code)
    for (const { start, end } of functions) {
      if (start !== first.start) text.move(start, end, first.start)
      text.appendLeft(end, '\n')
    }
    return { code: text.toString(), map: text.generateMap({ hires: true }).toString() }
  },
}
