import type { ReactElement } from 'react'

/** Reserves the height of buttons that are still loading, so that the page does not move. */
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
