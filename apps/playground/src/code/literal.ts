const lineWidth = 80

/** A value as source text: on one line if it fits, else with one line per entry. */
export function literal(value: unknown, depth = 0): string {
  const short = oneLine(value)
  if (typeof value !== 'object' || value === null || short.length + depth * 2 <= lineWidth) return short
  const inside = '  '.repeat(depth + 1)
  const entries = Array.isArray(value)
    ? value.map((item) => literal(item, depth + 1))
    : Object.entries(value).map(([key, inner]) => `${keyOf(key)}: ${literal(inner, depth + 1)}`)
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  return [open, ...entries.map((entry) => `${inside}${entry},`), `${'  '.repeat(depth)}${close}`].join('\n')
}

function oneLine(value: unknown): string {
  if (typeof value === 'string') return quoted(value)
  if (Array.isArray(value)) return `[${value.map(oneLine).join(', ')}]`
  if (typeof value !== 'object' || value === null) return String(value)
  const entries = Object.entries(value).map(([key, inner]) => `${keyOf(key)}: ${oneLine(inner)}`)
  return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`
}

function keyOf(key: string): string {
  return /^[a-z_$][\w$]*$/i.test(key) ? key : quoted(key)
}

/** JSON escapes with single quotes. `</script>` in a text must not end the script of a page. */
function quoted(text: string): string {
  const inner = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")
  return `'${inner.replace(/<(?=[/!])/g, '<\\')}'`
}
