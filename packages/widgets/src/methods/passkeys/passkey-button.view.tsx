import type { ReactElement } from 'react'
import { useText } from '../../i18n/use-text.ts'
import type { LoginViewProps } from '../../login/login-method.ts'
import { Choice } from '../../ui/controls/choice.tsx'
import { noPasskeys } from './passkeys.flow.ts'
import { passkeysStrings } from './passkeys.strings.ts'

/** On the path, because the class of the icon resets its own styles. */
const line = {
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 1.6,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
} as const

/** For browsers that do not offer passkeys in a field. */
export function PasskeyButton({ state, send, slots }: LoginViewProps<'main'>): ReactElement {
  const t = useText(passkeysStrings)
  const { status, isAutofill } = state.form.passkeys ?? noPasskeys
  const isBusy = status === 'asking' || (status === 'verifying' && !isAutofill)
  return (
    <Choice
      icon={
        <svg className="latchkey-method-icon" viewBox="0 0 20 20" aria-hidden="true">
          <path
            {...line}
            d="M8 9.2a3.1 3.1 0 1 0 0-6.2 3.1 3.1 0 0 0 0 6.2zM2.2 16.6v-1a4 4 0 0 1 4-4h3.5M15 12a2.5 2.5 0 1 0-1.3-.2v5.6l1.3 1 1.6-1.3-1-1 1-1-.9-1.1V12M15 9.4h.01"
          />
        </svg>
      }
      isBusy={isBusy}
      isDisabled={isBusy || status === 'verifying' || state.status !== 'editing'}
      onClick={() => send({ type: 'passkey_clicked' })}
    >
      {t('passkey.login')}
      {slots?.lastUsed && <slots.lastUsed method="passkeys" />}
    </Choice>
  )
}
