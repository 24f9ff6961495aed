/** For the packages above this one. Nothing here is part of the public surface. */
export { adoptSheet } from './theme/sheets.ts'
export { restoreDocument } from './widget/restore-document.ts'
