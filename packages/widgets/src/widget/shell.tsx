import type { ReactElement } from 'react'

/** An empty element of a given height. A server renders it in place of a widget. */
export function Shell({ height }: { readonly height: number }): ReactElement {
  return (
    <div className="latchkey">
      <svg aria-hidden="true" display="block" width="1" height={height} />
    </div>
  )
}

/** Paddings and borders of the card. */
export const frame: number = 2 * (32 + 1)
export const watermark: number = 16 + 20 - 8

/** Numbers and pixel lengths. Other lengths are known to a browser only. */
export function pixels(length: string | number | undefined, otherwise: number): number {
  return typeof length === 'number' ? length : Number(/^([\d.]+)px$/.exec(length ?? '')?.[1] ?? otherwise)
}
