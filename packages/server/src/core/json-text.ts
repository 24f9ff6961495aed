/** JSON without `<`: values that users chose, such as names, cannot be interpreted as HTML in a response. */
export function jsonText(value: unknown): string {
  const text = JSON.stringify(value)
  return text.includes('<') ? text.replaceAll('<', '\\u003c') : text
}
