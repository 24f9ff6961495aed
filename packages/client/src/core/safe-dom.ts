/**
 * Returns the body of the page, even if an element such as `<form name=body>` hides `document.body` (DOM clobbering).
 * Used by lazy chunks only, because `accessDomProperty` is part of the first load.
 */
export function bodyOf(page: Document): HTMLElement {
  return Reflect.get(Object.getPrototypeOf(page), 'body', page) ?? page.body
}

/** Creates an element, even if an element of the page is named `createElement`. */
export function createElementIn<Tag extends keyof HTMLElementTagNameMap>(
  page: Document,
  tag: Tag,
): HTMLElementTagNameMap[Tag] {
  const { createElement = page.createElement } = Object.getPrototypeOf(page)
  return createElement.call(page, tag)
}
