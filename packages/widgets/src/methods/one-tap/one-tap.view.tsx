import type { ReactElement } from 'react'
import { useText } from '../../i18n/use-text.ts'
import type { LoginViewProps } from '../../login/login-method.ts'
import { useSheet } from '../../theme/sheets.ts'
import { noOneTap } from './one-tap.flow.ts'
import { oneTapStrings } from './one-tap.strings.ts'
import { oneTapOf } from './one-tap-of.ts'
import { useEmbedding } from './use-embedding.ts'
import { useFocusKept } from './use-focus-kept.ts'

const oneTapCss = `
.latchkey-one-tap{position:relative;overflow:hidden;transition:height .15s}
.latchkey-one-tap[data-embedded=false]{overflow:visible}
.latchkey-one-tap-place{position:absolute;inset:0;z-index:-1}
[data-embedded=true]>.latchkey-one-tap-place{position:static;z-index:auto}
.latchkey-one-tap-problem{margin-top:10px;padding:10px 12px;border:1px dashed color-mix(in srgb,var(--_e) 55%,var(--_b));border-radius:var(--_r);background:color-mix(in srgb,var(--_e) 5%,var(--_b));color:var(--_e);font-size:var(--_z);line-height:20px;overflow-wrap:anywhere}
@media(prefers-reduced-motion:reduce){.latchkey-one-tap{transition:none}}
`

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
