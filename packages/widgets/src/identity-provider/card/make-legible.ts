import type { Color } from './contrast.ts'
import { contrast, cssOf, leastContrast, over, parseColor, readable, white } from './contrast.ts'

const builtIn: Readonly<Record<'light' | 'dark', Color>> = { light: white, dark: [18 / 255, 25 / 255, 29 / 255, 1] }

/** A corrected color can change others that follow it (`currentcolor`, inheritance). */
const rounds = 3

type Correct = (element: HTMLElement, property: string, value: string) => void

/**
 * Corrects the colors of a card where the theme leaves its texts unreadable, and returns a function that undoes that.
 * It works with computed styles, so that it does not matter how a theme names a color.
 */
export function makeLegible(card: HTMLElement, content: HTMLElement): () => void {
  const changed: [HTMLElement, string][] = []
  const correct: Correct = (element, property, value) => {
    element.style.setProperty(property, value, 'important')
    changed.push([element, property])
  }
  const ground = correctCard(card, correct)
  for (let round = 0; round < rounds; round += 1) {
    const before = changed.length
    for (const apply of correctionsOf(card, ground, content, correct)) apply()
    if (changed.length === before) break
  }
  return () => {
    for (const [element, property] of changed.splice(0)) element.style.removeProperty(property)
  }
}

/** Gives the card one opaque background: what is behind it is the host page's, and unknown. */
function correctCard(card: HTMLElement, correct: Correct): Color {
  const { backgroundImage, backgroundColor, boxShadow, colorScheme } = getComputedStyle(card)
  const behind = builtIn[/dark/.test(colorScheme) ? 'dark' : 'light']
  const own = backgroundImage === 'none' ? resolve(card, backgroundColor) : null
  const ground = own ? over(own, behind) : behind
  if (own === null || own[3] < 1) correct(card, 'background', cssOf(ground))
  // An inner shadow covers the background.
  if (boxShadow.includes('inset')) correct(card, 'box-shadow', 'none')
  return ground
}

/** All styles are read before the first one is written: the browser computes them once. */
function correctionsOf(card: HTMLElement, ground: Color, content: HTMLElement, correct: Correct): (() => void)[] {
  const corrections: (() => void)[] = []
  const backgrounds = new Map<Element | null, Color>([[card, ground]])
  // In the order of the document: the background of a parent is known before that of its children.
  for (const element of [content, ...content.querySelectorAll<HTMLElement>('*')]) {
    const { backgroundImage, backgroundColor, color } = getComputedStyle(element)
    const below = backgrounds.get(element.parentElement) ?? ground
    const own = backgroundImage === 'none' ? resolve(element, backgroundColor) : null
    const background = own ? over(own, below) : below
    backgrounds.set(element, background)
    if (!own) corrections.push(() => correct(element, 'background', 'none'))
    if (!hasText(element)) continue
    const text = resolve(element, color)
    if (text && contrast(over(text, background), background) >= leastContrast) continue
    corrections.push(() => {
      correct(element, 'color', cssOf(readable(text ?? background, background)))
      // It may follow the color of the text.
      if (own && own[3] > 0) correct(element, 'background', cssOf(background))
    })
  }
  return corrections
}

/** A computed color in sRGB. Other color spaces are converted by the browser; null if it cannot. */
function resolve(element: Element, computed: string): Color | null {
  const known = parseColor(computed)
  if (known) return known
  const probe = Document.prototype.createElement.call(element.ownerDocument, 'span')
  probe.style.color = `color-mix(in srgb, ${computed}, ${computed})`
  if (probe.style.color === '') return null
  element.append(probe)
  const converted = parseColor(getComputedStyle(probe).color)
  probe.remove()
  return converted
}

function hasText({ childNodes }: Element): boolean {
  return [...childNodes].some(({ nodeType, nodeValue }) => nodeType === 3 && nodeValue?.trim())
}
