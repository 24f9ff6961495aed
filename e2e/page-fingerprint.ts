import type { Page } from 'playwright-core'

/**
 * A fingerprint of everything that determines the rendering and the accessibility of a page: markup, style sheets, shadow
 * roots, form values, focus, window size and media preferences. Two pages with the same fingerprint have the same axe
 * violations. User names and remaining times are ignored.
 */
export function fingerprintOf(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const parts = [innerWidth, innerHeight, scrollX, scrollY, devicePixelRatio].map(String)
    for (const feature of ['prefers-color-scheme: dark', 'forced-colors: active', 'prefers-reduced-motion: reduce']) {
      parts.push(String(matchMedia(`(${feature})`).matches))
    }

    function read(root: Document | ShadowRoot): void {
      parts.push(root instanceof Document ? root.documentElement.outerHTML : root.innerHTML)
      for (const sheet of [...root.styleSheets, ...root.adoptedStyleSheets]) {
        parts.push(...Array.from(sheet.cssRules, ({ cssText }) => cssText))
      }
      const all = [...root.querySelectorAll('*')]
      parts.push(`focus ${root.activeElement ? all.indexOf(root.activeElement) : -1}`)
      for (const element of all) {
        if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) {
          parts.push(`${element.value === ''} ${element instanceof HTMLInputElement && element.checked}`)
        }
        if (element instanceof HTMLSelectElement) parts.push(element.value)
        if (element.shadowRoot) read(element.shadowRoot)
      }
    }
    read(document)

    const text = parts
      .join('\n')
      .replaceAll(/person-\d+@/g, 'person@')
      .replaceAll(/\(?500\)?[ -]?555[ -]?\d{4}/g, 'number')
      .replaceAll(/\b\d+:\d\d\b/g, 'time')
      .replaceAll(/\/(react-18|react-19|standalone)\//g, '/build/')
    const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
    return Array.from(new Uint8Array(hash), (byte) => byte.toString(16)).join(' ')
  })
}
