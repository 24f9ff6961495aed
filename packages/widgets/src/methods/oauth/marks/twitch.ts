import type { MarkPieces } from '../mark-pieces.ts'

export const mark: MarkPieces = [
  [
    '#9146ff',
    'M5.5 2 2 5.5v13h4.5V22l3.5-3.5h3L20.5 11V2zm13.5 8.2L16 13h-3l-2.6 2.6V13H7V3.5h12zM16.3 6h-1.5v4.3h1.5zm-4 0h-1.5v4.3h1.5z',
  ],
]
