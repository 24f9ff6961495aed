/** The longest `data:` URL of an icon. */
const longestIcon = 262_144
const longestName = 40

/**
 * The name of a wallet in one line, without characters that change the direction, are invisible or break the line, and
 * without compatibility characters.
 */
export function sanitizedName(name: unknown): string {
  if (typeof name !== 'string') return ''
  const visible = name
    .normalize('NFKC')
    .replace(/[\p{C}\p{DI}\p{Zl}\p{Zp}]+/gu, '')
    .replace(/\s+/g, ' ')
  const letters = [...visible.trim()]
  return letters.length > longestName
    ? `${letters
        .slice(0, longestName - 1)
        .join('')
        .trim()}…`
    : letters.join('')
}

/**
 * The icon of a wallet if it is a `data:` URL of an image: a wallet cannot cause a request. It is only used as the
 * source of an `<img>`, where scripts do not run.
 */
export function iconOf(icon: unknown): string {
  const text = typeof icon === 'string' ? icon.trim() : ''
  return text.length <= longestIcon && /^data:image\/(?:png|svg\+xml|jpeg|webp|gif|avif)[;,]/i.test(text) ? text : ''
}
