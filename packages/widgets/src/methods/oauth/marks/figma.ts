import type { MarkPieces } from '../mark-pieces.ts'

export const mark: MarkPieces = [
  ['#f24e1e', 'M8.5 1.5H12v7H8.5a3.5 3.5 0 0 1 0-7z'],
  ['#ff7262', 'M12 1.5h3.5a3.5 3.5 0 0 1 0 7H12z'],
  ['#a259ff', 'M8.5 8.5H12v7H8.5a3.5 3.5 0 0 1 0-7z'],
  ['#1abcfe', 'M19 12a3.5 3.5 0 1 1-7 0 3.5 3.5 0 0 1 7 0z'],
  ['#0acf83', 'M8.5 15.5H12V19a3.5 3.5 0 1 1-3.5-3.5z'],
]
