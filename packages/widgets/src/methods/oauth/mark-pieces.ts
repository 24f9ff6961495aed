/** The pieces of a mark, each a colour and an outline on a field of 24 by 24. */
export type MarkPieces = readonly (readonly [color: string, path: string])[]
