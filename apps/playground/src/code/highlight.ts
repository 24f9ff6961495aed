export interface Piece {
  readonly at: number
  readonly kind: 'plain' | 'string' | 'word' | 'comment'
  readonly text: string
}

const pattern =
  /(?<comment>\/\/[^\n]*|<!--[\s\S]*?-->)|(?<string>'(?:[^'\\\n]|\\.)*'|"[^"\n]*")|(?<word>(?<![.\w])(?:import|from|export|default|async|await|function|const|new|if|else|try|catch|throw|return|true|false|null)\b)/g

/** Highlights comments, strings and keywords of TypeScript and HTML. */
export function highlight(code: string, file: string): Piece[] {
  if (!/\.(?:tsx?|html)$/.test(file)) return [{ at: 0, kind: 'plain', text: code }]
  const pieces: Piece[] = []
  let end = 0
  for (const match of code.matchAll(pattern)) {
    const { comment, string } = match.groups ?? {}
    if (match.index > end) pieces.push({ at: end, kind: 'plain', text: code.slice(end, match.index) })
    const kind = comment === undefined ? (string === undefined ? 'word' : 'string') : 'comment'
    pieces.push({ at: match.index, kind, text: match[0] })
    end = match.index + match[0].length
  }
  if (end < code.length) pieces.push({ at: end, kind: 'plain', text: code.slice(end) })
  return pieces
}
