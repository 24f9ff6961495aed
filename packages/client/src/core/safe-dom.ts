// The only file of the client that calls functions of the document. Elements such as `<img name=querySelector>` hide the
// properties of a document (DOM clobbering), so they are read from its prototype. Used by lazy chunks only, because
// `accessDomProperty` is part of the first load.

/** The element of the page's body. */
export function bodyOf(page: Document): HTMLElement {
  return read(page, 'body')
}

export function createElementIn<Tag extends keyof HTMLElementTagNameMap>(
  page: Document,
  tag: Tag,
): HTMLElementTagNameMap[Tag] {
  return read(page, 'createElement').call(page, tag) as HTMLElementTagNameMap[Tag]
}

/** The first element that matches; null without one. */
export function findIn(page: Document, selector: string): Element | null {
  return read(page, 'querySelector')?.call(page, selector) ?? null
}

/** False if the browser separates the cookies of this frame; undefined in browsers that do not tell. */
export async function hasStorageAccess(page: Document): Promise<boolean | undefined> {
  return read(page, 'hasStorageAccess')?.call(page)
}

/** The fakes of tests are plain objects, without a prototype that has the properties. */
function read<Name extends keyof Document>(page: Document, name: Name): Document[Name] {
  const kind = Object.getPrototypeOf(page)
  return Reflect.get('nodeType' in kind ? kind : page, name, page)
}
