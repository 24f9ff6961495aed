import type { ReactElement, ReactNode } from 'react'

export interface TextProps {
  readonly id?: string
  readonly children: string
  /** A part of the text that stands out, an address for instance. */
  readonly strong?: string
}

export function Text({ id, children, strong }: TextProps): ReactElement {
  return (
    <p id={id} className="latchkey-text" part="text">
      {strong ? emphasised(children, strong) : children}
    </p>
  )
}

/** An address goes to the next line as a whole, and the full stop behind it goes along. */
function emphasised(filled: string, part: string): ReactNode {
  // The element keeps it apart from the words around it.
  const text = filled.replace(`\u2068${part}\u2069`, part)
  const at = text.indexOf(part)
  if (at < 0) return text
  const [, mark = '', rest = ''] = /^(\S*)(.*)$/s.exec(text.slice(at + part.length)) ?? []
  return (
    <>
      {text.slice(0, at)}
      <span className="latchkey-whole">
        <strong className="latchkey-strong">{part}</strong>
        {mark}
      </span>
      {rest}
    </>
  )
}
