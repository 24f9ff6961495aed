/** The element the page's own HTML promises; a page without it is broken, and says so. */
export function elementById<T extends HTMLElement>(id: string, type: new () => T): T {
  const found = document.getElementById(id)
  if (!(found instanceof type)) throw new Error(`the page has no ${type.name} with the id ${id}`)
  return found
}
