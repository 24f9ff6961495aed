import type { ClientContext } from '../../context/context.ts'
import { sdkError } from '../../core/errors.ts'
import { validate } from '../../core/validate.ts'
import type { Platform } from '../../platform/platform.ts'
import { keyOf } from '../../session/session-state.ts'
import { factorOf } from '../factor.ts'
import { lazyMethods } from '../lazy-methods.ts'
import type { Webauthn, WebauthnContext } from './webauthn-types.ts'

/**
 * Creates the method group `webauthn` for a context without the other groups.
 *
 * @example
 * const webauthn = createWebauthn(createContext('public-token-test-…', options))
 * await webauthn.authenticate({ is_passkey: true, session_duration_minutes: 30 })
 */
export function createWebauthn(
  ctx: Pick<ClientContext, 'authenticate' | 'endings' | 'platform' | 'request' | 'session' | 'warn'>,
): Webauthn {
  const { platform, session } = ctx
  ctx.endings.add(() => parts.running?.abort())

  // Informs the passkey manager about changes, whether made here, in another tab or on the server.
  let known = session.get().subject
  session.subscribe(
    ({ subject }) => keyOf(subject),
    ({ subject: user }) => {
      const before = known
      known = user
      if (before?.webauthn_registrations?.length && user)
        signal(({ signalChanges }) => signalChanges(native(), before, user))
    },
  )

  async function signal(send: (signals: typeof import('./signals.ts')) => unknown): Promise<void> {
    // Not loaded in browsers without signals.
    if (native()?.getClientCapabilities) await import('./signals.ts').then(send).catch(() => undefined)
  }

  // Own properties only: in a browser without passkeys, `<form id=PublicKeyCredential>` is a property of the window too.
  const native = (): Platform['PublicKeyCredential'] =>
    Object.hasOwn(platform, 'PublicKeyCredential') ? platform.PublicKeyCredential : undefined

  const loadCalls = (): Promise<typeof import('./webauthn-calls.ts')> => import('./webauthn-calls.ts')

  async function browserSupportsAutofill(): Promise<boolean> {
    const isSupported = !!(await native()?.isConditionalMediationAvailable?.())
    // A call will probably follow.
    if (isSupported) loadCalls().catch(() => undefined)
    return isSupported
  }

  const parts: WebauthnContext = { ...ctx, validate, sdkError, factorOf, native, browserSupportsAutofill, signal }
  return {
    browserSupportsAutofill,
    ...lazyMethods(['register', 'authenticate', 'update'], async () => (await loadCalls()).createWebauthnCalls(parts)),
  }
}
