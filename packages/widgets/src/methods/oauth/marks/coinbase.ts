import type { MarkPieces } from '../mark-pieces.ts'

export const mark: MarkPieces = [
  ['#0052ff', 'M12 1.5a10.5 10.5 0 1 0 0 21 10.5 10.5 0 0 0 0-21z'],
  ['#fff', 'M12 18a6 6 0 1 1 5.9-7h-3.05a3 3 0 1 0 0 2h3.05A6 6 0 0 1 12 18z'],
]
