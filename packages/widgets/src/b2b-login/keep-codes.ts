import type { KeepCodes } from './flow/b2b-events.ts'

/** Puts recovery codes into the clipboard, or into a text file that the browser saves. */
export async function keepCodes(how: KeepCodes['how'], codes: readonly string[]): Promise<void> {
  const text = `${codes.join('\n')}\n`
  if (how === 'copied') return navigator.clipboard.writeText(text)
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
  const link = Document.prototype.createElement.call(document, 'a') as HTMLAnchorElement
  link.href = url
  link.download = 'recovery-codes.txt'
  link.click()
  URL.revokeObjectURL(url)
}
