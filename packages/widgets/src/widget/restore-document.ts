import { useLayoutEffect, useState } from 'react'

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
  useLayoutEffect(() => {
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
  restore(document, ofDocument + ofNodes, 'embed,form,iframe,img,object')
  // With an input named `parentNode` in a form around its root, React never reaches the end of the parents.
  for (const form of Reflect.get(Document.prototype, 'forms', document) ?? []) {
    restore(form, ofNodes, 'button,fieldset,img,input,object,output,select,textarea')
  }
}

function restore(of: Node, names: string, holders: string): void {
  for (const name of names.split(' ')) {
    if (Reflect.get(of, name) === Reflect.get(Object.getPrototypeOf(of), name, of)) continue
    const selector = `:is(${holders}):is([name="${name}"],[id="${name}"])`
    for (const element of Document.prototype.querySelectorAll.call(document, selector)) {
      for (const attribute of ['id', 'name']) {
        if (Element.prototype.getAttribute.call(element, attribute) === name)
          Element.prototype.removeAttribute.call(element, attribute)
      }
      if (of !== document) {
        // A form remembers the names that its elements once had, until they leave it.
        const mark = new Comment()
        Element.prototype.replaceWith.call(element, mark)
        mark.replaceWith(element)
      }
      const { console } = window
      console.warn(`[latchkey] Removed the name "${name}", which hides a property that React needs, from`, element)
    }
  }
}
