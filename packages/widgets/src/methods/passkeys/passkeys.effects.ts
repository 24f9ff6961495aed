import type { Client } from '@latchkey/client'
import type { LoginPlan } from '../../config/login.config.ts'
import { failureOf } from '../../flow/failure.ts'
import { isPhoneTab } from '../../flow/phone-tab.ts'
import type { LoginRunners } from '../../login/login-method.ts'
import type { AskPasskey, PasskeyOutcome } from './passkeys.flow.ts'

type Presented = Extract<PasskeyOutcome, { type: 'passkey_presented' }>
type Answered = Extract<PasskeyOutcome, { type: 'passkey_authenticated' | 'passkey_refused' | 'passkey_displaced' }>

/** A pending attempt. */
interface Try {
  /** Null if the attempt was ended. */
  readonly presented: Promise<Presented | Answered | null>
  readonly answered: Promise<Answered | null>
  end(): void
}

export interface PasskeyDeps {
  readonly client: Pick<Client, 'webauthn'>
  readonly plan: Pick<LoginPlan, 'sessionDurationMinutes'>
  /** Reports a failed call to the host page. */
  readonly reportError: (error: unknown) => void
}

export function tryPasskey({ call, isAutofill }: AskPasskey, { client, plan, reportError }: PasskeyDeps): Try {
  const ending = new AbortController()
  const { signal } = ending
  let present = (_: Presented | null): void => undefined
  const presentedOnce = new Promise<Presented | null>((resolve) => {
    present = resolve
  })

  async function answer(): Promise<Answered | null> {
    try {
      const answered = await client.webauthn.authenticate({
        session_duration_minutes: plan.sessionDurationMinutes,
        conditional_mediation: isAutofill,
        is_passkey: true,
        signal,
        onPresented: () => present({ type: 'passkey_presented', call }),
      })
      // The browser lacks autofill although it claimed to have it.
      if (!answered) return { type: 'passkey_displaced', call }
      return { type: 'passkey_authenticated', call, id: answered.webauthn_registration_id }
    } catch (error) {
      const { name, kind } = Object(error) as { name?: string; kind?: string }
      if (signal.aborted) return null
      if (name === 'AbortError') return { type: 'passkey_displaced', call }
      // The user closed the dialog: no error is shown.
      if (kind === 'user_cancelled') return { type: 'passkey_refused', call, failure: null }
      reportError(error)
      return { type: 'passkey_refused', call, failure: failureOf(error) }
    }
  }

  const answered = answer()
  return {
    answered,
    presented: Promise.race([presentedOnce, answered]),
    end() {
      present(null)
      ending.abort()
    },
  }
}

/** The attempt of each widget. Only this ends one, so the button's and the autofill's are never both open. */
const tries: WeakMap<object, Try> = /* @__PURE__ */ new WeakMap()

export const passkeyRunners: LoginRunners = {
  check_autofill(_, { client, plan }, settle) {
    const told = (isSupported: boolean): unknown => settle({ type: 'autofill_checked', isSupported })
    if (
      plan.tabs.every(isPhoneTab) ||
      typeof globalThis.PublicKeyCredential?.isConditionalMediationAvailable !== 'function'
    ) {
      told(false)
      return undefined
    }
    // The button would move the page: it comes with the user's next click or key, unless Main shows it already.
    const ending = new AbortController()
    const missing = (): void => {
      const onInput = (): void => {
        ending.abort()
        told(false)
      }
      for (const event of ['click', 'keyup']) addEventListener(event, onInput, ending)
    }
    client.webauthn.browserSupportsAutofill().then((isSupported) => (isSupported ? told(true) : missing()), missing)
    return () => ending.abort()
  },
  ask_passkey(effect, deps, settle) {
    tries.get(deps.plan)?.end()
    const own = tryPasskey(effect, deps)
    tries.set(deps.plan, own)
    own.presented.then(settle)
    return own.end
  },
  // The passkey was sent to the provider already: that cannot be canceled.
  await_passkey(_, { plan, beginSignIn }, settle) {
    beginSignIn()
    tries.get(plan)?.answered.then(settle)
  },
  end_passkey(_, { plan }) {
    tries.get(plan)?.end()
  },
}
