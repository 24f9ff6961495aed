/**
 * The body as the browser has it, whatever the page's elements are called: `<form name=body>` takes its place by name
 * alone, but only on the document itself. For what is loaded when it is needed, which shares nothing with the rest.
 */
export function bodyOf(page: Document): HTMLElement {
  return Reflect.get(Object.getPrototypeOf(page), 'body', page) ?? page.body
}

/** Creates an element, also if an element of the page is named `createElement`. */
export function createElementIn<Tag extends keyof HTMLElementTagNameMap>(
  page: Document,
  tag: Tag,
): HTMLElementTagNameMap[Tag] {
  const { createElement = page.createElement } = Object.getPrototypeOf(page)
  return createElement.call(page, tag)
}
