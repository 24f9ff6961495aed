import type { Page } from 'playwright-core'

/** The problems that prevent a user from seeing or reading the screen. */
export function problemsOn(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const problems: string[] = []
    const root = [...document.querySelectorAll('*')]
      .flatMap((one) => [one, ...(one.shadowRoot?.querySelectorAll('*') ?? [])])
      .find((one) => one.matches('.latchkey')) as HTMLElement
    const tree = root.getRootNode() as Document | ShadowRoot
    const form = root.querySelector('form') as HTMLFormElement
    const card = root.querySelector('.latchkey-container') as HTMLElement
    const canvas = document.createElement('canvas')
    canvas.width = 1
    canvas.height = 1
    const paint = canvas.getContext('2d', { willReadFrequently: true }) as CanvasRenderingContext2D
    type Rgb = [number, number, number]

    /** A color over an opaque one, as the browser paints it. */
    function painted(color: string, [red, green, blue]: Rgb): Rgb {
      paint.fillStyle = `rgb(${red} ${green} ${blue})`
      paint.fillRect(0, 0, 1, 1)
      paint.fillStyle = color
      paint.fillRect(0, 0, 1, 1)
      const [r = 0, g = 0, b = 0] = paint.getImageData(0, 0, 1, 1).data
      return [r, g, b]
    }
    function luminance(color: Rgb): number {
      const [red = 0, green = 0, blue = 0] = color.map((part) => {
        const value = part / 255
        return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
      })
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue
    }
    const known = new Map<string, number>()
    /** The lowest contrast of a text with its background, on a white and on a black page. */
    function contrastOf(element: Element): number {
      const chain: Element[] = []
      for (let at: Element | null = element; at && card.contains(at); at = at.parentElement) chain.unshift(at)
      const colors = chain.map((one) => getComputedStyle(one).backgroundColor)
      const key = `${colors} ${getComputedStyle(element).color}`
      const found = known.get(key)
      if (found !== undefined) return found
      const contrast = Math.min(
        ...(
          [
            [255, 255, 255],
            [0, 0, 0],
          ] as Rgb[]
        ).map((behind) => {
          const background = colors.reduce((below, one) => painted(one, below), behind)
          const text = painted(getComputedStyle(element).color, background)
          const [light = 0, dark = 0] = [luminance(text), luminance(background)].sort((one, other) => other - one)
          return (light + 0.05) / (dark + 0.05)
        }),
      )
      known.set(key, contrast)
      return contrast
    }
    const named = (element: Element): string => `${element.className} “${element.textContent?.slice(0, 20)}”`
    /** The element is painted at its middle, and inside of the window. */
    function isReachable(element: Element): boolean {
      const { left, right, top, bottom } = element.getBoundingClientRect()
      const [x, y] = [(Math.max(left, 0) + Math.min(right, innerWidth)) / 2, (top + bottom) / 2]
      const found = tree.elementFromPoint(x, y)
      return found !== null && (element.contains(found) || found.contains(element))
    }

    for (const element of [card, ...form.querySelectorAll('*')]) {
      const style = getComputedStyle(element)
      if (style.backgroundImage !== 'none') problems.push(`picture behind ${named(element)}`)
      if (style.boxShadow.includes('inset') && element === card) problems.push('shadow over the background')
      const isText = [...element.childNodes].some(({ nodeType, nodeValue }) => nodeType === 3 && nodeValue?.trim())
      if (!isText) continue
      const contrast = contrastOf(element)
      if (contrast < 4.5) problems.push(`contrast ${contrast.toFixed(2)} of ${named(element)}`)
      if (Number.parseFloat(style.fontSize) < 12) problems.push(`${style.fontSize} for ${named(element)}`)
      if (Number(style.opacity) < 1 || style.visibility !== 'visible') problems.push(`transparent: ${named(element)}`)
    }

    const actions = form.querySelector('.latchkey-idp-actions') as HTMLElement
    actions.scrollIntoView({ block: 'nearest' })
    const buttons = [...actions.querySelectorAll('button')]
    if (buttons.length !== 2) problems.push(`${buttons.length} buttons`)
    for (const button of buttons) {
      const { left, right, top, bottom, width, height } = button.getBoundingClientRect()
      const isInside = left >= -0.5 && top >= -0.5 && right <= innerWidth + 0.5 && bottom <= innerHeight + 0.5
      if (!isInside) problems.push(`${button.textContent} at ${left},${top} to ${right},${bottom}`)
      if (width < 44 || height < 43.9) problems.push(`${button.textContent} is ${width} by ${height}`)
      if (!isReachable(button)) problems.push(`${button.textContent} is covered`)
      if (!/[\p{L}\p{N}]/u.test(button.textContent ?? '')) problems.push('a button without words')
      if ((button.textContent ?? '').length > 60) problems.push('a button with too many words')
    }
    const [first, second] = buttons.map((button) => button.getBoundingClientRect())
    if (first && second && first.width * first.height < 0.5 * second.width * second.height)
      problems.push('one button is much larger')

    const body = form.firstElementChild as HTMLElement
    const items = [...form.querySelectorAll('.latchkey-idp-item,.latchkey-idp-heading,.latchkey-header')]
    const chosen = items.filter((_, index) => index < 3 || index > items.length - 3 || index % 50 === 0)
    for (const item of chosen) {
      item.scrollIntoView({ block: 'center' })
      const { width, height, top } = item.getBoundingClientRect()
      const seen = body.getBoundingClientRect()
      if (width < 60 || height < 12) problems.push(`${named(item)} is ${width} by ${height}`)
      // An item that is higher than the list is checked line by line.
      if (height < seen.height && !isReachable(item)) problems.push(`${named(item)} cannot be reached (top ${top})`)
      if (!/[\p{L}\p{N}]/u.test(item.textContent ?? '')) problems.push('an item without words')
      if (/[\u202a-\u202e\u2066\u2067\u200b\u200e\u200f\ufeff]/.test(item.textContent ?? ''))
        problems.push('hidden characters')
    }
    // Long content scrolls inside of the card, not with the page.
    if (card.offsetHeight > Math.max(240, innerHeight)) problems.push(`the card is ${card.offsetHeight} high`)
    if (body.scrollWidth > body.clientWidth + 1) problems.push('words are cut at the side')
    if (body.clientHeight < Math.min(40, body.scrollHeight)) problems.push(`the list is ${body.clientHeight} high`)
    return [...new Set(problems)].slice(0, 6)
  })
}
