export interface Piece {
  readonly at: number
  readonly kind: 'plain' | 'string' | 'word' | 'comment'
  readonly text: string
}

const pattern =
  /(?<comment>\/\/[^\n]*|<!--[\s\S]*?-->)|(?<string>'(?:[^'\\\n]|\\.)*'|"[^"\n]*")|(?<word>\b(?:import|from|export|function|const|return|true|false)\b)/g

/** Highlights comments, strings and keywords. */
export function highlight(code: string): Piece[] {
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
