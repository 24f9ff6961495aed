import { isLatchkeyError } from '@latchkey/client'
import { useSession } from '@latchkey/react'
import { type Callbacks, IdentityProvider, Login, type Strings, type StyleConfig } from '@latchkey/widgets'
import { type ReactElement, useMemo, useState } from 'react'
import { requiresSignIn } from './requires-sign-in.ts'

export interface ConsentGateProps {
  readonly styles: StyleConfig
  readonly strings: Strings
  readonly callbacks: Callbacks
}

const loginConfig = { products: ['otp'], otpOptions: { methods: ['email'] } } as const

/** Shows the login to a signed-out user, then the consent screen. The request stays in the URL. */
export function ConsentGate({ styles, strings, callbacks }: ConsentGateProps): ReactElement {
  const { session } = useSession()
  const [needsProof, setNeedsProof] = useState(false)
  const own = useMemo<{ login: Callbacks; asking: Callbacks }>(
    () => ({
      login: {
        ...callbacks,
        onEvent(event) {
          callbacks.onEvent?.(event)
          if (event.type === 'AUTHENTICATE_FLOW_COMPLETE') setNeedsProof(false)
        },
      },
      asking: {
        ...callbacks,
        onError(error) {
          callbacks.onError?.(error)
          // The client application requires a more recent sign-in.
          if (isLatchkeyError(error) && error.name === 'ApiError' && error.error_type === 'step_up_required')
            setNeedsProof(true)
        },
      },
    }),
    [callbacks],
  )
  const isLogInNeeded = requiresSignIn(location.search) && (session === null || needsProof)
  return isLogInNeeded ? (
    <Login config={loginConfig} styles={styles} strings={strings} callbacks={own.login} />
  ) : (
    <IdentityProvider styles={styles} strings={strings} callbacks={own.asking} />
  )
}
