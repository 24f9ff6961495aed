/** An address a picture can come from. What could be anything else is not asked for, whatever the page's policy says. */
export function pictureAddress(address: string | null | undefined): string | undefined {
  // Browsers leave control characters and spaces out before they look at the scheme.
  const bare = [...(address ?? '')].filter((letter) => letter > ' ').join('')
  const hasScheme = /^[a-z][a-z\d+.-]*:/i.test(bare)
  return address && (!hasScheme || /^(https?:|data:image\/)/i.test(bare)) ? address : undefined
}
