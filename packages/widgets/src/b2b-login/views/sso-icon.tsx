import type { ReactElement } from 'react'

/** A key. */
export function SsoIcon(): ReactElement {
  return (
    <svg className="latchkey-method-icon latchkey-b2b-key-icon" viewBox="0 0 20 20" aria-hidden="true">
      <path d="M12.5 11.5a4.5 4.5 0 1 0-4.2-2.9L2.5 14.4v3.1h3.1v-2h2v-2h1.700l1.1-2.1a4.5 4.5 0 0 0 2.1.1z" />
      <path d="M13.5 6.5h.01" />
    </svg>
  )
}
