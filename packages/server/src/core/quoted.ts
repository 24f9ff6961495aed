const longest = 100

/** What somebody sent, inside a sentence that says what is wrong with it: never long, and never markup wherever it is shown. */
export function quoted(text: string): string {
  const start = text.length > longest ? `${text.slice(0, longest)}…` : text
  return JSON.stringify(start).replace(/[<>&]/g, (sign) => `\\u00${sign.charCodeAt(0).toString(16).padStart(2, '0')}`)
}
