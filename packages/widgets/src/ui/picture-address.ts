/** Returns the URL of an image if its scheme is allowed. Others are never requested, whatever the page's policy allows. */
export function pictureAddress(address: string | null | undefined): string | undefined {
  // Browsers ignore control characters and spaces before the scheme.
  const bare = [...(address ?? '')].filter((letter) => letter > ' ').join('')
  const hasScheme = /^[a-z][a-z\d+.-]*:/i.test(bare)
  return address && (!hasScheme || /^(https?:|data:image\/)/i.test(bare)) ? address : undefined
}
