import type { Page } from 'playwright-core'

/** Runs a script if it is parsed as markup. */
export const hostile: string =
  '<img src="/hit" onerror="globalThis.hit = 1"><script>globalThis.hit = 1</script><svg onload="globalThis.hit = 1">'

/** The effect of hostile texts on a page and its shadow roots. */
export interface Traces {
  /** Set by a script that ran. */
  hit: unknown
  /** Elements that hostile text has created. */
  foreign: string[]
  /** The number of elements that show the text. */
  shown: number
}

export function tracesOn(page: Page): Promise<Traces> {
  return page.evaluate((words) => {
    const homes: (Document | ShadowRoot)[] = [document]
    for (const element of document.querySelectorAll('*')) if (element.shadowRoot) homes.push(element.shadowRoot)
    const all = homes.flatMap((home) => [...home.querySelectorAll('.latchkey, .latchkey *, .latchkey-toaster *')])
    const isForeign = (element: Element): boolean =>
      element.matches('script, iframe, object, embed, base, [src="/hit"], [onerror], [onload], [href^="javascript:"]')
    return {
      hit: (globalThis as { hit?: unknown }).hit,
      foreign: all.filter(isForeign).map((element) => element.outerHTML),
      shown: all.filter((element) => element.children.length === 0 && element.textContent?.includes(words)).length,
    }
  }, hostile)
}

export const untouched = { hit: undefined, foreign: [] }
