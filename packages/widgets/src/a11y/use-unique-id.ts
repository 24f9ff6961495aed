import { useState } from 'react'

/** On the global object under a name that every copy of this code knows: two bundles may be on one page. */
const counter: symbol = /* @__PURE__ */ Symbol.for('latchkey.ids')

/**
 * An id that no other widget on the page has. React's own `useId` knows of one root only, and Preact's begins anew
 * with each. Servers render nothing that needs one, so there is nothing to agree with.
 */
export function useUniqueId(): string {
  const [id] = useState(() => {
    const count = Number(Reflect.get(globalThis, counter) ?? 0) + 1
    Reflect.set(globalThis, counter, count)
    return `latchkey-${count}`
  })
  return id
}
