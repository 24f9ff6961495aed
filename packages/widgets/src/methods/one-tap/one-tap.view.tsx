import type { ReactElement } from 'react'
import { useText } from '../../i18n/use-text.ts'
import type { LoginViewProps } from '../../login/login-view.ts'
import { useSheet } from '../../theme/sheets.ts'
import { oneTapCss } from './one-tap.css.ts'
import { noOneTap } from './one-tap.flow.ts'
import { oneTapStrings } from './one-tap.strings.ts'
import { oneTapOf } from './one-tap-of.ts'
import { useEmbedding } from './use-embedding.ts'
import { useFocusKept } from './use-focus-kept.ts'

export interface OneTapProps extends LoginViewProps<'main'> {
  /** Google's button. */
  readonly children: ReactElement
}

/**
 * The container of Google's prompt in the widget. It shows the button until the prompt is shown, next to a prompt that
 * floats over the page, and after one that was closed or failed.
 */
export function OneTap({ state, send, plan, children }: OneTapProps): ReactElement {
  const t = useText(oneTapStrings)
  const { status, problem, isEmbedded, height } = state.form.oneTap ?? noOneTap
  const { place, id } = useEmbedding(oneTapOf(plan)?.position !== 'floating', send)
  const box = useFocusKept(isEmbedded, id)
  useSheet(oneTapCss)
  return (
    <div
      ref={box}
      className="latchkey-one-tap"
      part="one-tap"
      data-one-tap={status}
      data-embedded={isEmbedded}
      style={isEmbedded ? { height: `${height}px` } : undefined}
    >
      {!isEmbedded && children}
      <div ref={place} className="latchkey-one-tap-place" />
      {problem?.isTest && (
        // English, because it is for developers.
        <p className="latchkey-one-tap-problem" part="error" lang="en" dir="ltr">
          {problem.reason === 'unknown_reason'
            ? t('one_tap.unknown_reason', { reason: problem.detail })
            : t(`one_tap.${problem.reason}`)}
        </p>
      )}
    </div>
  )
}
