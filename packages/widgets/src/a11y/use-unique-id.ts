import { useState } from 'react'

/** A global counter with a fixed name: two bundles of this code may be on one page. */
const counter: symbol = /* @__PURE__ */ Symbol.for('latchkey.ids')

/**
 * An id that is unique on the page. React's `useId` is unique per root only, and Preact's restarts with each root.
 * Servers render nothing that needs an id, so hydration cannot mismatch.
 */
export function useUniqueId(): string {
  const [id] = useState(() => {
    const count = Number(Reflect.get(globalThis, counter) ?? 0) + 1
    Reflect.set(globalThis, counter, count)
    return `latchkey-${count}`
  })
  return id
}
