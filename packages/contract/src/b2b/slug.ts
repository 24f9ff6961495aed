/** The part of `slug_pattern` that is the slug. */
export const slugPlaceholder = '{{slug}}'

/** Longer addresses are not searched for a slug. Query and fragment do not count. */
const longestPageUrl = 2_048

/** Whether a text is a slug: 2 to 128 of `a-z`, `0-9`, `.`, `_`, `~` and `-`. */
export function isSlug(text: string): boolean {
  return /^[a-z0-9._~-]{2,128}$/.test(text)
}

/**
 * The slug in the URL of a page, by the `slug_pattern` of the project; null if the page has none. The path of the page
 * may continue after the pattern; query and fragment are ignored. The URL is in the form of `location.href`.
 *
 * The pattern is never compiled to a regular expression: its text is compared.
 *
 * @example
 * slugInUrl('https://app.example.com/{{slug}}', 'https://app.example.com/acme/login?a=1') // 'acme'
 * slugInUrl('https://{{slug}}.example.com', 'https://acme.example.com/') // 'acme'
 */
export function slugInUrl(pattern: string, pageUrl: string): string | null {
  const page = pageUrl.slice(0, firstIndexOf(pageUrl, '?', '#'))
  const at = pattern.indexOf(slugPlaceholder)
  if (at < 0 || page.length > longestPageUrl) return null
  const before = pattern.slice(0, at)
  const [suffix, path] = splitAtSlash(pattern.slice(at + slugPlaceholder.length))
  if (!page.startsWith(before)) return null
  // The slug cannot be all of the host or include a part of the scheme.
  const hostStart = before.indexOf('://')
  if (hostStart < 0 || (suffix === '' && !before.includes('/', hostStart + 3))) return null
  // One segment of the path, or the rest of the host.
  const [part, rest] = splitAtSlash(page.slice(before.length))
  if (!part.endsWith(suffix) || !continues(rest, path.endsWith('/') ? path.slice(0, -1) : path)) return null
  const slug = part.slice(0, part.length - suffix.length)
  return isSlug(slug) ? slug : null
}

/** Whether `path` is `start` or below it. */
function continues(path: string, start: string): boolean {
  return path === start || path.startsWith(`${start}/`)
}

function splitAtSlash(text: string): [part: string, rest: string] {
  const end = firstIndexOf(text, '/')
  return [text.slice(0, end), text.slice(end)]
}

/** The index of the first of these characters, or the length of the text. */
function firstIndexOf(text: string, ...characters: string[]): number {
  return Math.min(...characters.map((one) => text.indexOf(one)).map((index) => (index < 0 ? text.length : index)))
}
