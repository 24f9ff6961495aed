import type { ReactElement } from 'react'
import { useLayoutEffect, useRef } from 'react'
import { useUniqueId } from '../a11y/use-unique-id.ts'
import { useText } from '../i18n/use-text.ts'
import { useSheet } from '../theme/sheets.ts'
import { lastUsedCss } from './last-used.css.ts'
import { lastUsedStrings } from './last-used.strings.ts'
import type { LoginPlan } from './login.config.ts'
import type { LoginState } from './login.flow.ts'
import type { PendingSignIn, SignInStorage } from './pending-sign-in.ts'

/** Where it is kept, in the client's storage. */
const key = 'last_used'

export interface LastUsed {
  /** Called with every state, one after the other; `pending` is the sign-in that continues elsewhere. */
  note(state: LoginState, pending: PendingSignIn | null): void
  /** Marks the way that was used last. */
  readonly Mark: (props: { readonly way: string }) => ReactElement | null
}

/**
 * Keeps in this browser by which way the user signed in last, and marks it on Main. It is written after the sign-in
 * succeeded. Only the way is kept: a form, a provider, a wallet by its name; never the user.
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
    // A single way needs no mark.
    Mark: ({ way }) => (ways > 1 && way === last ? <Marked /> : null),
  }
}

/** Nothing is kept, and what was kept is removed. */
export function forgetLastUsed(storage: SignInStorage): void {
  if (storage.get(key)) storage.set(key, '')
}

/** The way that has just signed the user in; null before, and if the host page did it. */
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
  // A name is what somebody says to press it: this is what is said about it.
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
