import type { ReactElement } from 'react'
import { useLayoutEffect, useRef } from 'react'
import { useUniqueId } from '../../a11y/use-unique-id.ts'
import type { LoginPlan } from '../../config/login.config.ts'
import { isDone } from '../../flow/is-done.ts'
import { useText } from '../../i18n/use-text.ts'
import { buttonMethods } from '../../methods/methods.ts'
import { useSheet } from '../../theme/sheets.ts'
import type { PendingSignIn } from '../landing/landing.flow.ts'
import type { LoginState } from '../login.flow.ts'
import type { LoginMethod } from '../login-method.ts'
import { lastUsedStrings } from './last-used.strings.ts'
import type { SignInStorage } from './pending-sign-in.ts'

/** Lies on the edge of its button or tab and takes no room. Buttons and tabs are its containing block. */
const lastUsedCss = `
.latchkey-tab,.latchkey-button{position:relative}
.latchkey-last-used{position:absolute;inset-block-start:-9px;inset-inline-end:10px;max-width:calc(100% - 20px);overflow:hidden;padding:0 7px;background:var(--_b);border:1px solid color-mix(in srgb,var(--_s) 45%,var(--_b));border-radius:9px;color:var(--_s);font-size:11px;line-height:16px;font-weight:var(--_w);letter-spacing:0;text-overflow:ellipsis;white-space:nowrap;pointer-events:none}
.latchkey-tab>.latchkey-last-used{inset:-13px auto auto 50%;max-width:none;translate:-50%}
`

/** The key in the client's storage. */
const key = 'last_used'

export interface LastUsed {
  /** Called with every state, one after the other; `pending` is the sign-in that continues elsewhere. */
  note(state: LoginState, pending: PendingSignIn | null): void
  /** Marks the method that was used last. */
  readonly Badge: (props: { readonly method: string }) => ReactElement | null
}

/**
 * Stores the method of the last sign-in in this browser and marks it on Main. It is written after the sign-in
 * succeeded. Only the method is stored: such as a tab or a provider; never the user.
 */
export function createLastUsed(
  storage: SignInStorage,
  plan: Pick<LoginPlan, 'tabs' | 'buttons' | 'oauth'>,
  methods: readonly LoginMethod[],
): LastUsed {
  let count = plan.tabs.length
  for (const name of plan.buttons) count += buttonMethods[name].count(plan, {}) || 1
  let last = storage.get(key)
  let before: LoginState | undefined
  return {
    note(state, pending) {
      const method = usedMethod(methods, before, state, pending)
      before = state
      if (!method || method === last) return
      last = method
      storage.set(key, method)
    },
    // A single method needs no badge.
    Badge: ({ method }) => (count > 1 && method === last ? <LastUsedBadge /> : null),
  }
}

/** Removes the stored value. */
export function forgetLastUsed(storage: SignInStorage): void {
  if (storage.get(key)) storage.set(key, '')
}

/** The method that has just signed the user in; null before, and if the host page did it. */
export function usedMethod(
  methods: readonly Pick<LoginMethod, 'usedMethod'>[],
  before: LoginState | undefined,
  state: LoginState,
  pending: PendingSignIn | null,
): string | null {
  if (!isDone(state)) return null
  if (state.screen === 'logged_in') return pending?.method ?? null
  for (const method of methods) {
    const used = method.usedMethod?.(state, before)
    if (used !== undefined) return used
  }
  return state.form.tab
}

function LastUsedBadge(): ReactElement {
  const t = useText(lastUsedStrings)
  const id = useUniqueId()
  const badge = useRef<HTMLSpanElement>(null)
  useSheet(lastUsedCss)
  // A description, not part of the name: voice control uses the name of a button.
  useLayoutEffect(() => {
    const button = badge.current?.closest('button')
    button?.setAttribute('aria-describedby', id)
    return () => button?.removeAttribute('aria-describedby')
  }, [id])
  return (
    <span ref={badge} id={id} className="latchkey-last-used" part="last-used" aria-hidden="true">
      {t('main.last_used')}
    </span>
  )
}
