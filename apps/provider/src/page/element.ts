/** Finds an element of the page, or throws if the HTML of the page lacks it. */
export function elementById<T extends HTMLElement>(id: string, type: new () => T): T {
  const found = document.getElementById(id)
  if (!(found instanceof type)) throw new Error(`The page has no ${type.name} with the id ${id}.`)
  return found
}
