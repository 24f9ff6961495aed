/** A color (missing for the color of the text) and an SVG path, on 240 by 240. */
export type LogoPiece = readonly [color: string | undefined, path: string]

export function piecesOf(logo: string): readonly LogoPiece[] {
  return [...logo.matchAll(/(#[\da-f]+)?#?([Mm][^#]+)/g)].map(([, color, path = '']) => [color, path])
}
