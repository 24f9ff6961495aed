/** Longer than the header of any browser. */
const longestHeader = 512
const mostLanguages = 20

/** The tags of an `Accept-Language` header (RFC 9110 §12.5.4), in the order of their quality. */
export function acceptedLanguages(header: string | null | undefined): string[] {
  return (header ?? '')
    .slice(0, longestHeader)
    .split(',')
    .slice(0, mostLanguages)
    .map((entry) => {
      const [tag = '', ...parameters] = entry.split(';').map((part) => part.trim())
      const quality = parameters.find((one) => /^q=/i.test(one))?.slice(2)
      return { tag, quality: quality === undefined ? 1 : Number(quality) }
    })
    .filter(({ tag, quality }) => /^[a-z]{1,8}([-_][a-z0-9]{1,8})*$/i.test(tag) && quality > 0)
    .sort((a, b) => b.quality - a.quality)
    .map(({ tag }) => tag)
}

/** The language subtag of a BCP 47 tag: `de-AT` is `de`, `iw` is `he`. Empty for text that is not a tag. */
export function primarySubtag(tag: string): string {
  try {
    return new Intl.Locale(tag.replaceAll('_', '-')).language
  } catch {
    return ''
  }
}
