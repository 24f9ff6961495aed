import type { MarkPieces } from '../mark-pieces.ts'

export const mark: MarkPieces = [
  [
    'currentColor',
    'M17.6 3h3.1l-6.7 7.7L21.9 21h-6.2l-4.8-6.3L5.4 21H2.3l7.2-8.2L1.9 3h6.3l4.4 5.8zm-1.1 16.2h1.7L7.4 4.7H5.5z',
  ],
]
