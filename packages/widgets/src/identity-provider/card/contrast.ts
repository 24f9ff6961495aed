/** Red, green and blue from 0 to 1, and opacity. */
export type Color = readonly [red: number, green: number, blue: number, alpha: number]

/** WCAG 2.2, 1.4.3. */
export const leastContrast = 4.5

export const white: Color = [1, 1, 1, 1]
export const black: Color = [0, 0, 0, 1]

/** The built-in text colors of the light and the dark scheme. */
const inks: readonly Color[] = [
  [25 / 255, 48 / 255, 61 / 255, 1],
  [233 / 255, 239 / 255, 242 / 255, 1],
]

/** Reads what browsers compute for colors in sRGB; null for any other text. */
export function parseColor(text: string): Color | null {
  const [, form, inside = ''] = /^(rgba?|color)\((?:srgb )?([^()]*)\)$/.exec(text) ?? []
  const numbers = inside.match(/-?[\d.]+(?:e-?\d+)?/g)?.map(Number) ?? []
  const [red, green, blue, alpha = 1] = numbers
  if (red === undefined || green === undefined || blue === undefined || !numbers.every(Number.isFinite)) return null
  if (form === 'color' && !text.startsWith('color(srgb ')) return null
  const scale = form === 'color' ? 1 : 255
  return [limit(red / scale), limit(green / scale), limit(blue / scale), limit(alpha)]
}

/** A color as it appears in front of an opaque one. */
export function over([red, green, blue, alpha]: Color, behind: Color): Color {
  const blend = (front: number, back: number): number => front * alpha + back * (1 - alpha)
  return [blend(red, behind[0]), blend(green, behind[1]), blend(blue, behind[2]), 1]
}

export function contrast(one: Color, other: Color): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((first, second) => second - first)
  return (light + 0.05) / (dark + 0.05)
}

/**
 * A color that is readable on an opaque background: the nearest one on the way to black or white, of which one always
 * has a contrast above 4.5, or a built-in one.
 */
export function readable(color: Color, background: Color): Color {
  const seen = over(color, background)
  // A color that can hardly be seen says nothing about the look that the theme wants.
  const built = contrast(seen, background) < 2 ? inks.find((ink) => contrast(ink, background) >= 7) : undefined
  if (built) return built
  const end = contrast(white, background) > contrast(black, background) ? white : black
  for (let part = 0; part < 1; part += 0.05) {
    const mixed = over([end[0], end[1], end[2], part], seen)
    // Rounding to 8 bits must not bring it below.
    if (contrast(mixed, background) >= leastContrast + 0.05) return mixed
  }
  return end
}

export function cssOf([red, green, blue]: Color): string {
  return `rgb(${[red, green, blue].map((part) => Math.round(part * 255)).join(' ')})`
}

/** Relative luminance of WCAG. */
function luminance([red, green, blue]: Color): number {
  const linear = (part: number): number => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

function limit(part: number): number {
  return Math.min(1, Math.max(0, part))
}
