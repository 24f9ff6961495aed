import type { MarkPieces } from '../mark-pieces.ts'

export const mark: MarkPieces = [
  [
    '#2684ff',
    'M2.6 3.5a.7.7 0 0 0-.7.8l2.8 15.8c.1.5.5.8 1 .8h12.6c.4 0 .7-.3.7-.6l3-16a.7.7 0 0 0-.7-.8zM14.4 15H9.7L8.4 9h7.2z',
  ],
]
