import type { ReactElement, ReactNode } from 'react'

export interface TextProps {
  readonly id?: string
  readonly children: string
  /** A part of the text to emphasize, for example an address. */
  readonly strong?: string
}

export function Text({ id, children, strong }: TextProps): ReactElement {
  return (
    <p id={id} className="latchkey-text" part="text">
      {strong ? emphasised(children, strong) : children}
    </p>
  )
}

/**
 * An address wraps to the next line as a whole, with the full stop behind it. `dir=auto`: a number without letters is
 * written from left to right, so that its plus sign stays in front of it.
 */
function emphasised(filled: string, part: string): ReactNode {
  // The element isolates it from the words around it.
  const text = filled.replace(`\u2068${part}\u2069`, part)
  const at = text.indexOf(part)
  if (at < 0) return text
  const [, punctuation = '', rest = ''] = /^(\S*)(.*)$/s.exec(text.slice(at + part.length)) ?? []
  return (
    <>
      {text.slice(0, at)}
      <span className="latchkey-whole">
        <strong className="latchkey-strong" dir="auto">
          {part}
        </strong>
        {punctuation}
      </span>
      {rest}
    </>
  )
}
