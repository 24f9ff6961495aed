import type { ReactElement } from 'react'
import { useEffect, useState } from 'react'
import type { Authenticator } from './authenticators.ts'

/** The authenticator of a passkey, if known. The table is loaded only for users who have a passkey. */
export function useAuthenticator(aaguid: string | undefined): Authenticator | undefined {
  const [authenticator, setAuthenticator] = useState<Authenticator>()
  useEffect(() => {
    let isWanted = true
    if (aaguid) {
      import('./authenticators.ts').then(
        ({ authenticatorOf }) => isWanted && setAuthenticator(authenticatorOf(aaguid)),
        // Without the table there is no icon.
        () => undefined,
      )
    }
    return () => {
      isWanted = false
    }
  }, [aaguid])
  return authenticator
}

/** The color and first letter of the authenticator; a key if it is unknown. */
export function AuthenticatorIcon({
  authenticator,
}: {
  readonly authenticator: Authenticator | undefined
}): ReactElement {
  return (
    <span className="latchkey-passkey-icon">
      <svg className="latchkey-passkey-drawing" viewBox="0 0 36 36" aria-hidden="true">
        {authenticator ? (
          <>
            <rect width="36" height="36" rx="10" fill={authenticator.color} stroke="none" />
            <path
              d={authenticator.path}
              fill="none"
              stroke="#fff"
              strokeWidth="2"
              strokeLinecap="round"
              strokeLinejoin="round"
            />
          </>
        ) : (
          <path d="M15 24.5a5.5 5.5 0 1 1 5-7.8h8.5l1.5 1.8-2.5 2.5-1.8-1.5-1.7 1.5H20a5.5 5.5 0 0 1-5 3.5zM13.5 19h.01" />
        )}
      </svg>
    </span>
  )
}
