import type { MarkPieces } from '../mark-pieces.ts'

export const mark: MarkPieces = [
  [
    '#00a1e0',
    'M10 6.3a4 4 0 0 1 6.7.9 4.8 4.8 0 0 1 6.5 4.5 4.7 4.7 0 0 1-5.6 4.7 3.5 3.5 0 0 1-4.5 1.4 4 4 0 0 1-7.4-.2A3.7 3.7 0 0 1 1 14a3.8 3.8 0 0 1 1.9-3.4A4.3 4.3 0 0 1 10 6.3z',
  ],
]
