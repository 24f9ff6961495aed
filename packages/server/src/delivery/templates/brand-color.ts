/** The colors of a message that depend on the project's own, for the light and the dark scheme. */
export interface BrandColors {
  button: string
  buttonText: string
  link: string
  darkButton: string
  darkButtonText: string
  darkLink: string
}

/** The primary color of the widgets. */
const defaultBrandColor = '#19303d'
const card = '#ffffff'
/** The card in the dark scheme; `layout.ts` paints it. */
export const darkCard = '#17191c'
const ink = '#18181b'
/** WCAG 2.2: 4.5 for text, 3 for the shape of a control. */
const textContrast = 4.5
const shapeContrast = 3
/** How much white to mix into a color that is too dark for the dark scheme. */
const tintOfWhite = 0.88

/** Any color can be used: text on it and links get a shade with enough contrast. */
export function brandColors(brandColor: string | null): BrandColors {
  const color = (brandColor ?? defaultBrandColor).toLowerCase()
  const tint = mixWithWhite(color, tintOfWhite)
  const darkButton = contrast(color, darkCard) >= shapeContrast ? color : tint
  return {
    button: color,
    buttonText: textOn(color),
    link: contrast(color, card) >= textContrast ? color : ink,
    darkButton,
    darkButtonText: textOn(darkButton),
    darkLink: contrast(color, darkCard) >= textContrast ? color : tint,
  }
}

export function isHexColor(text: string): boolean {
  return /^#[0-9a-f]{6}$/i.test(text)
}

/** The contrast ratio of two colors, 1 to 21 (WCAG 2.2). */
export function contrast(a: string, b: string): number {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((one, other) => other - one)
  return (light + 0.05) / (dark + 0.05)
}

/** White if the contrast suffices, else almost black: one of the two always does. */
function textOn(color: string): string {
  return contrast(color, card) >= textContrast ? card : contrast(color, ink) >= textContrast ? ink : '#000000'
}

function luminance(color: string): number {
  const [r = 0, g = 0, b = 0] = channels(color).map((value) => {
    const share = value / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function mixWithWhite(color: string, share: number): string {
  const mixed = channels(color).map((value) => Math.round(value + (255 - value) * share))
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`
}

function channels(color: string): number[] {
  return [1, 3, 5].map((start) => Number.parseInt(color.slice(start, start + 2), 16))
}
