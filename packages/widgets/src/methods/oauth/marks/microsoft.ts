import type { MarkPieces } from '../mark-pieces.ts'

export const mark: MarkPieces = [
  ['#f25022', 'M2 2h9.5v9.5H2z'],
  ['#7fba00', 'M12.5 2H22v9.5h-9.5z'],
  ['#00a4ef', 'M2 12.5h9.5V22H2z'],
  ['#ffb900', 'M12.5 12.5H22V22h-9.5z'],
]
