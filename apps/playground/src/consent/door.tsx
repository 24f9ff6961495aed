import { isLatchkeyError } from '@latchkey/client'
import { useSession } from '@latchkey/react'
import { type Callbacks, IdentityProvider, Login, type Strings, type StyleConfig } from '@latchkey/widgets'
import { type ReactElement, useMemo, useState } from 'react'
import { wantsSignIn } from './wants-sign-in.ts'

export interface DoorProps {
  readonly styles: StyleConfig
  readonly strings: Strings
  readonly callbacks: Callbacks
}

const loginConfig = { products: ['otp'], otpOptions: { methods: ['email'] } } as const

/** Signs in whoever is not, then asks. The page's address says what is wanted, and stays as it is meanwhile. */
export function Door({ styles, strings, callbacks }: DoorProps): ReactElement {
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
          // The application wants a newer sign-in than there is.
          if (isLatchkeyError(error) && error.name === 'ApiError' && error.error_type === 'step_up_required')
            setNeedsProof(true)
        },
      },
    }),
    [callbacks],
  )
  const isLogInNeeded = wantsSignIn(location.search) && (session === null || needsProof)
  return isLogInNeeded ? (
    <Login config={loginConfig} styles={styles} strings={strings} callbacks={own.login} />
  ) : (
    <IdentityProvider styles={styles} strings={strings} callbacks={own.asking} />
  )
}
