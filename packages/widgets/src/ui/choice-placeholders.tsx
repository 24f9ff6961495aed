import type { ReactElement } from 'react'

/** Kept for what will stand there, so that nothing moves when it comes. */
export function ChoicePlaceholders({ count }: { readonly count: number }): ReactElement {
  return (
    <>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a place is nothing but its number.
        <div key={index} className="latchkey-choice-place" />
      ))}
    </>
  )
}
