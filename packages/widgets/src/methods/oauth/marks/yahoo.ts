import type { MarkPieces } from '../mark-pieces.ts'

export const mark: MarkPieces = [
  [
    '#7e1fff',
    'M1.5 7.5h4.7l2.7 7 2.8-7h4.5L9.4 23.5H4.8l1.9-4.4zM18.7 2H23.5l-4.2 10.2h-4.8zM16.3 13.7a2.6 2.6 0 1 1 0 5.2 2.6 2.6 0 0 1 0-5.2z',
  ],
]
