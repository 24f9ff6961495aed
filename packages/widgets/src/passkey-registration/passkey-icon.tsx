import type { ReactElement } from 'react'

/** A person with a key, as browsers show it for a passkey; a tick if one was created. */
export function PasskeyBadge({ kind }: { readonly kind?: 'success' | undefined }): ReactElement {
  return (
    <span className="latchkey-passkey-badge" data-kind={kind}>
      <svg className="latchkey-passkey-badge-icon" viewBox="0 0 24 24" aria-hidden="true">
        {kind === 'success' ? (
          <path d="m6 12.5 4 4 8-9" />
        ) : (
          <path d="M9.5 11a3.75 3.75 0 1 0 0-7.5 3.75 3.75 0 0 0 0 7.5zM2.5 20v-1.2A4.8 4.8 0 0 1 7.3 14h4.2M18 14.5a3 3 0 1 0-1.6-.2V21l1.6 1.2 1.9-1.6-1.2-1.2 1.2-1.2-1.1-1.3v-2.4M18 11.4h.01" />
        )}
      </svg>
    </span>
  )
}
