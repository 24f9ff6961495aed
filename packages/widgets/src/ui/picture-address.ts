/** Returns the URL of an image if its scheme is allowed. Others are never requested, whatever the page's policy allows. */
export function pictureAddress(address: string | null | undefined): string | undefined {
  // Browsers ignore control characters and spaces before the scheme.
  const bare = [...(address ?? '')].filter((letter) => letter > ' ').join('')
  const hasScheme = /^[a-z][a-z\d+.-]*:/i.test(bare)
  return address && (!hasScheme || /^(https?:|data:image\/)/i.test(bare)) ? address : undefined
}

/**
 * The same for an image that is not from the host page, such as the logo of an organization: a relative URL
 * would send a request with the visitor's cookies to the page's own site.
 */
export function foreignPictureAddress(address: string | null | undefined): string | undefined {
  return /^(https:\/\/|data:image\/)/i.test(address ?? '') ? (address ?? undefined) : undefined
}
