/** JSON that is no markup, whatever stands in it: what people call themselves is answered as it is, and read as nothing else. */
export function jsonText(value: unknown): string {
  const text = JSON.stringify(value)
  return text.includes('<') ? text.replaceAll('<', '\\u003c') : text
}
