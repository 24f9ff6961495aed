import { accessDomProperty } from '@latchkey/client/internal'
import type { Context } from 'react'
import { createContext, useContext, useLayoutEffect } from 'react'
import { baseCss } from './base.css.ts'

/** The style sheets of one widget. */
export interface Sheets {
  /** The widget's root element, set in the first layout effect of `WidgetFrame`. */
  element?: HTMLElement
  /** Requested before the element was known. `undefined` is the base sheet. */
  readonly waiting: (string | undefined)[]
}

export const SheetsContext: Context<Sheets | null> = /* @__PURE__ */ createContext<Sheets | null>(null)

/** Sheets keep the texts they contain under this name, so that another copy of this code on the page finds them. */
const written = 'latchkey'

/**
 * Adds the style sheet of a component before the browser paints. React runs the layout effects of children before it
 * attaches the ref of their parent: in the first commit a sheet waits for the layout effect of `WidgetFrame`.
 */
export function useSheet(css: string): void {
  const sheets = useContext(SheetsContext)
  useLayoutEffect(() => {
    if (sheets?.element) adoptSheet(sheets.element, css)
    else sheets?.waiting.push(css)
  }, [sheets, css])
}

/** Adds a text once to the document or shadow root of an element. It stays there when the widget is removed. */
export function adoptSheet(place: HTMLElement | ShadowRoot, given?: string): void {
  // A bundler that inlines constants would repeat the whole text at each use.
  const css = given ?? baseCss
  const document = place.ownerDocument
  const node = place.getRootNode()
  const root = node.nodeType > 10 && 'host' in node ? (node as ShadowRoot) : document
  // One rule however long the text is: earlier rules keep their running animations.
  const rule = `@media all{${doubleClasses(css)}}`
  // The base sheet resets: it comes first, also if another version of this code was here before.
  const isBase = given === undefined
  try {
    const adopted: CSSStyleSheet[] | undefined = accessDomProperty(root, 'adoptedStyleSheets')
    let sheet = [...(adopted ?? accessDomProperty(root, 'styleSheets'))].find((one) => Reflect.has(one, written))
    if (!sheet) {
      if (adopted) {
        // A sheet belongs to the document of the window that made it. A document without a window throws.
        // Not `new (…).CSSStyleSheet()`: TypeScript 7.0 drops these brackets, and the widget would have no styles.
        const { CSSStyleSheet: Sheet } = accessDomProperty(document, 'defaultView') as Window & typeof globalThis
        sheet = new Sheet()
        accessDomProperty(root, 'adoptedStyleSheets', [...adopted, sheet])
      } else {
        // Safari before 16.4. Not in a lazy chunk: the widget would be painted without its styles first.
        const style = Document.prototype.createElement.call(document, 'style') as HTMLStyleElement
        // The host page's nonce. Browsers hide the attribute's value from scripts, but not the property's.
        style.nonce = (Document.prototype.querySelector.call(document, '[nonce]') as HTMLElement | null)?.nonce ?? ''
        const home = root === document ? accessDomProperty(document, 'head') : root
        home.append(style)
        sheet = style.sheet as CSSStyleSheet
      }
      Reflect.set(sheet, written, new Set())
    }
    const texts: Set<string> = Reflect.get(sheet, written)
    if (!texts.has(css)) sheet.insertRule(rule, isBase ? 0 : sheet.cssRules.length)
    texts.add(css)
  } catch {
    // A policy of the host page that allows no style element, or a DOM for tests: the widget works unstyled.
  }
}

/** Doubles the specificity: above a host page's `form input[type=email]`, below its rules by id. */
function doubleClasses(css: string): string {
  return css.replace(/\.latchkey[\w-]*/g, '$&$&')
}
