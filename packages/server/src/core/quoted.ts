const longest = 100

/** Quotes input inside an error message: truncated, and without characters that HTML could interpret. */
export function quoted(text: string): string {
  const start = text.length > longest ? `${text.slice(0, longest)}…` : text
  return JSON.stringify(start).replace(/[<>&]/g, (sign) => `\\u00${sign.charCodeAt(0).toString(16).padStart(2, '0')}`)
}
