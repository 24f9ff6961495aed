/** Larger pictures than this are no icons. */
const longestIcon = 262_144
const longestName = 40

/**
 * What a wallet calls itself, in one line: no characters that turn the text around, hide in it or break it, and no
 * others that look the same.
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
 * The picture of a wallet, if it is one that brings all of itself along: nothing is fetched because a stranger names
 * an address. It is only ever the source of an `<img>`, where no script in it runs.
 */
export function iconOf(icon: unknown): string {
  const text = typeof icon === 'string' ? icon.trim() : ''
  return text.length <= longestIcon && /^data:image\/(?:png|svg\+xml|jpeg|webp|gif|avif)[;,]/i.test(text) ? text : ''
}
