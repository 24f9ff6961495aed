import { ownOf } from '@latchkey/client/internal'

const attribute = 'data-latchkey'

/** Adds a rule once, as a style element. The base comes before all others. */
export function addStyleElement(root: Document | ShadowRoot, rule: string, isBase: boolean): void {
  const home = 'head' in root ? ownOf(root, 'head') : root
  const document = home.ownerDocument
  const selector = `style[${attribute}]`
  if ([...home.querySelectorAll(selector)].some((one) => one.textContent === rule)) return
  const style = document.createElement('style')
  // The host page's own nonce. Browsers hide the attribute's value from scripts, but not the property's.
  style.nonce = document.querySelector<HTMLElement>('[nonce]')?.nonce ?? ''
  style.setAttribute(attribute, '')
  style.textContent = rule
  home.insertBefore(style, isBase ? home.querySelector(selector) : null)
}
