import type { ReactElement } from 'react'
import { useLayoutEffect, useRef } from 'react'
import { useUniqueId } from '../a11y/use-unique-id.ts'
import { useText } from '../i18n/use-text.ts'
import { useSheet } from '../theme/sheets.ts'
import type { LoginPlan } from './config/login.config.ts'
import type { PendingSignIn } from './landing/landing.flow.ts'
import { lastUsedCss } from './last-used.css.ts'
import { lastUsedStrings } from './last-used.strings.ts'
import type { LoginState } from './login.flow.ts'
import type { SignInStorage } from './pending-sign-in.ts'

/** The key in the client's storage. */
const key = 'last_used'

export interface LastUsed {
  /** Called with every state, one after the other; `pending` is the sign-in that continues elsewhere. */
  note(state: LoginState, pending: PendingSignIn | null): void
  /** Marks the method that was used last. */
  readonly Mark: (props: { readonly way: string }) => ReactElement | null
}

/**
 * Stores the method of the last sign-in in this browser and marks it on Main. It is written after the sign-in
 * succeeded. Only the method is stored: a form, a provider, the name of a wallet; never the user.
 */
export function createLastUsed(storage: SignInStorage, plan: Pick<LoginPlan, 'tabs' | 'buttons' | 'oauth'>): LastUsed {
  let ways = plan.tabs.length
  // The number of wallets is not known in advance.
  for (const name of plan.buttons) ways += { oauth: plan.oauth.providers.length, crypto: 2, passkeys: 1 }[name]
  let last = storage.get(key)
  let before: LoginState | undefined
  return {
    note(state, pending) {
      const way = wayUsed(before, state, pending)
      before = state
      if (!way || way === last) return
      last = way
      storage.set(key, way)
    },
    // A single method needs no mark.
    Mark: ({ way }) => (ways > 1 && way === last ? <Marked /> : null),
  }
}

/** Removes the stored value. */
export function forgetLastUsed(storage: SignInStorage): void {
  if (storage.get(key)) storage.set(key, '')
}

/** The method that has just signed the user in; null before, and if the host page did it. */
export function wayUsed(
  before: LoginState | undefined,
  state: LoginState,
  pending: PendingSignIn | null,
): string | null {
  switch (state.screen) {
    case 'otp_confirmation':
    case 'password_confirmation':
      return state.form.tab
    case 'passkey_confirmation':
      return 'passkeys'
    case 'crypto_confirmation':
      return before && 'wallet' in before ? `wallet:${before.wallet.name || before.wallet.option}` : null
    case 'logged_in':
      return pending?.way ?? null
    default:
      return null
  }
}

function Marked(): ReactElement {
  const t = useText(lastUsedStrings)
  const id = useUniqueId()
  const mark = useRef<HTMLSpanElement>(null)
  useSheet(lastUsedCss)
  // A description, not part of the name: voice control uses the name of a button.
  useLayoutEffect(() => {
    const button = mark.current?.closest('button')
    button?.setAttribute('aria-describedby', id)
    return () => button?.removeAttribute('aria-describedby')
  }, [id])
  return (
    <span ref={mark} id={id} className="latchkey-last-used" part="last-used" aria-hidden="true">
      {t('main.last_used')}
    </span>
  )
}
