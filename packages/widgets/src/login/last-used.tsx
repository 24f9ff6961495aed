import type { ReactElement } from 'react'
import { useLayoutEffect, useRef } from 'react'
import { useUniqueId } from '../a11y/use-unique-id.ts'
import { useText } from '../i18n/use-text.ts'
import { useSheet } from '../theme/sheets.ts'
import { lastUsedCss } from './last-used.css.ts'
import { lastUsedStrings } from './last-used.strings.ts'
import type { LoginPlan } from './login.config.ts'
import type { LoginState } from './login.flow.ts'

/** Where it is kept, among what the client keeps in this browser. */
const key = 'last_used'

/** What of the client's storage is needed. */
interface Storage {
  get(key: string): string | null
  set(key: string, value: string): void
}

export interface LastUsed {
  /** Told of every state, one after the other. */
  note(state: LoginState): void
  /** Stands beside a way to sign in, and shows where that is the one. */
  readonly Mark: (props: { readonly way: string }) => ReactElement | null
}

/**
 * Keeps in this browser which way somebody took last, and says so on Main. Only the way is kept: a form, a provider, a
 * wallet by its name; never who took it.
 */
export function createLastUsed(storage: Storage, plan: Pick<LoginPlan, 'tabs' | 'buttons' | 'oauth'>): LastUsed {
  let ways = plan.tabs.length
  // Of wallets there may be any number.
  for (const name of plan.buttons) ways += { oauth: plan.oauth.providers.length, crypto: 2, passkeys: 1 }[name]
  let last = storage.get(key)
  let before: LoginState | undefined
  return {
    note(state) {
      const way = wayTaken(before, state)
      before = state
      if (!way || way === last) return
      last = way
      storage.set(key, way)
    },
    // Where there is only one way there is nothing to remember.
    Mark: ({ way }) => (ways > 1 && way === last ? <Marked /> : null),
  }
}

/** Nothing is kept, and what was kept is forgotten. */
export function forgetLastUsed(storage: Storage): void {
  if (storage.get(key)) storage.set(key, '')
}

/** The way that a state is the end of, as far as this page knows: a link and a provider lead elsewhere. */
export function wayTaken(before: LoginState | undefined, state: LoginState): string | null {
  switch (state.screen) {
    case 'main':
      return state.status === 'leaving' ? state.pressed : null
    case 'email_confirmation':
    case 'otp_confirmation':
    case 'password_confirmation':
      return state.form.tab
    case 'passkey_confirmation':
      return 'passkeys'
    case 'crypto_confirmation':
      return before && 'wallet' in before ? `wallet:${before.wallet.name || before.wallet.option}` : null
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
