import { ownOf } from '@latchkey/client/internal'
import type { Context, RefObject } from 'react'
import { createContext, useContext, useLayoutEffect } from 'react'
import { baseCss } from './base.css.ts'

type Root = Document | ShadowRoot

/** The widget's root element: where it stands decides where style sheets have to be. */
export const RootContext: Context<RefObject<HTMLElement | null> | null> =
  /* @__PURE__ */ createContext<RefObject<HTMLElement | null> | null>(null)

/** Under this name a sheet holds what has been written into it: every copy of this code on the page finds it there. */
const written = 'latchkey'

/** Brings in the style sheet of what is only loaded when it is needed. Before the browser paints. */
export function useSheet(css: string): void {
  const root = useContext(RootContext)
  useLayoutEffect(() => {
    if (root?.current) adoptSheet(root.current, css)
  }, [root, css])
}

/** One sheet for a document or shadow root, however many widgets stand in it; it stays when they go. */
export function adoptSheet(place: HTMLElement | ShadowRoot, given?: string): void {
  // Named once: a bundler that puts a constant where it is used would put all of it there again.
  const css = given ?? baseCss
  const node = place.getRootNode()
  const root = 'adoptedStyleSheets' in node ? (node as Root) : place.ownerDocument
  const view = ownOf(place.ownerDocument, 'defaultView')
  if (!view) return
  const sheets = ownOf(root, 'adoptedStyleSheets')
  let sheet = sheets.find((one) => Reflect.has(one, written))
  if (!sheet) {
    // A sheet belongs to the document of the window that made it.
    sheet = new view.CSSStyleSheet()
    Reflect.set(sheet, written, new Set())
    ownOf(root, 'adoptedStyleSheets', [...sheets, sheet])
  }
  const texts: Set<string> = Reflect.get(sheet, written)
  if (texts.has(css)) return
  texts.add(css)
  // Any number of rules as one: what is there already stays as it is, animations and all. What resets comes first: that
  // of another version on the page must not take back what screens of this one have brought in.
  sheet.insertRule(`@media all{${weighty(css)}}`, given === undefined ? 0 : sheet.cssRules.length)
}

/** Each class counts twice: more than what a host page says of `form input[type=email]`, less than what it says by id. */
function weighty(css: string): string {
  return css.replace(/\.latchkey[\w-]*/g, '$&$&')
}
