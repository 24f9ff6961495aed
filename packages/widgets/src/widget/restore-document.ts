import { useEffect, useState } from 'react'

/** What React reads of a document, and of the elements around its root. */
const ofDocument =
  'activeElement addEventListener createElement createElementNS createEvent createTextNode defaultView removeEventListener '
const ofNodes = 'nodeType ownerDocument parentNode'

/**
 * Restores the document before React creates the first element of a widget, and while the widget is on the page. The
 * stand-alone build leaves this out: its Preact calls the functions of the prototype.
 */
export function useRestoredDocument(): void {
  useState(restoreDocument)
  useEffect(() => {
    const observer = new MutationObserver(restoreDocument)
    observer.observe(document, { attributeFilter: ['id', 'name'], childList: true, subtree: true })
    return () => observer.disconnect()
  }, [])
}

/**
 * Removes the name of elements that hide properties which React needs, such as `<img name=createElement>`. A name wins
 * over every other property of a document or form, so React could not work while the element has it.
 */
export function restoreDocument(): void {
  if (typeof document === 'undefined') return
  for (const name of hiddenIn(document, ofDocument + ofNodes)) remove(name, 'embed,form,iframe,img,object')
  // With an input named `parentNode` in a form around its root, React never reaches the end of the parents.
  for (const form of Reflect.get(Document.prototype, 'forms', document) ?? []) {
    for (const name of hiddenIn(form, ofNodes)) {
      if (hasRoot(form)) remove(name, 'button,fieldset,img,input,object,output,select,textarea', form)
    }
  }
}

/** The names whose property is not the one of the prototype. */
function hiddenIn(of: Node, names: string): string[] {
  return names.split(' ').filter((name) => Reflect.get(of, name) !== Reflect.get(Object.getPrototypeOf(of), name, of))
}

/** Whether React renders inside this form. Other forms of the host page are left alone. */
function hasRoot(form: HTMLFormElement): boolean {
  return [...Element.prototype.querySelectorAll.call(form, '*')].some((element) =>
    Object.keys(element).some((key) => key.startsWith('__reactContainer$')),
  )
}

function remove(name: string, holders: string, form?: HTMLFormElement): void {
  const selector = `:is(${holders}):is([name="${name}"],[id="${name}"])`
  for (const element of Document.prototype.querySelectorAll.call(document, selector)) {
    const isOfForm = !form || Node.prototype.contains.call(form, element) || Reflect.get(element, 'form') === form
    if (!isOfForm) continue
    for (const attribute of ['id', 'name']) {
      if (Element.prototype.getAttribute.call(element, attribute) === name)
        Element.prototype.removeAttribute.call(element, attribute)
    }
    if (form) {
      // A form remembers the names that its elements once had, until they leave it.
      const placeholder = new Comment()
      Element.prototype.replaceWith.call(element, placeholder)
      placeholder.replaceWith(element)
    }
    const { console } = window
    console.warn(`[latchkey] Removed the name "${name}", which hides a property that React needs, from`, element)
  }
}
