import type { BootstrapData } from '@latchkey/client'
import type { ReactElement, ReactNode } from 'react'
import { useText } from '../../i18n/use-text.ts'
import { useSheet } from '../../theme/sheets.ts'
import { feedbackKey } from './feedback-text.ts'
import { passwordStrengthCss } from './password-strength.css.ts'
import type { Strength, Verdict } from './strength.flow.ts'
import { strengthStrings } from './strength.strings.ts'

export interface PasswordStrengthProps {
  readonly id: string
  readonly strength: Strength
  readonly bootstrap: Pick<BootstrapData, 'passwordConfig'>
  /** In place of what cannot be said. */
  readonly children?: ReactNode
}

/** What the project's policy says of a password. Its place is kept before there is anything to say. */
export function PasswordStrength({ id, strength, bootstrap, children }: PasswordStrengthProps): ReactElement {
  useSheet(passwordStrengthCss)
  const { verdict } = strength
  return (
    <div id={id} className="latchkey-strength" part="strength" data-state={strength.status} aria-live="polite">
      {children || <Finding verdict={verdict} bootstrap={bootstrap} />}
    </div>
  )
}

function Finding({ verdict, bootstrap }: FindingProps): ReactElement | null {
  const t = useText(strengthStrings)
  if (verdict?.breached_password) return <p className="latchkey-strength-warning">{t('strength.breached')}</p>
  // Rules that are known from the start are shown from the start.
  if (verdict ? verdict.strength_policy === 'luds' : bootstrap.passwordConfig) {
    return <Rules verdict={verdict} bootstrap={bootstrap} />
  }
  return verdict?.strength_policy === 'zxcvbn' ? <Meter {...verdict} /> : null
}

interface FindingProps {
  readonly verdict: Verdict | null
  readonly bootstrap: Pick<BootstrapData, 'passwordConfig'>
}

function Meter({ score, feedback }: Verdict): ReactElement {
  const t = useText(strengthStrings)
  const { warning, suggestions } = feedback
  // In the page's words where it has any, else as they were received.
  const keyOf = (text: string): string => feedbackKey(text) ?? text
  const words = useText(Object.fromEntries([warning, ...suggestions].map((text) => [keyOf(text), text])))
  const filled = Math.max(1, score)
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: no style sheet draws a <meter> in four segments. */}
      <div
        className="latchkey-meter"
        part="meter"
        role="meter"
        aria-label={t('strength.meter', { score: String(score) })}
        aria-valuemin={0}
        aria-valuemax={4}
        aria-valuenow={score}
        // Whoever is told of it by another element would hear a bare number.
        aria-valuetext={t('strength.meter', { score: String(score) })}
        data-tone={score < 3 ? 'weak' : 'good'}
      >
        {[1, 2, 3, 4].map((place) => (
          <span key={place} className="latchkey-meter-segment" data-filled={place <= filled} />
        ))}
      </div>
      {warning && <p className="latchkey-strength-warning">{words(keyOf(warning))}</p>}
      {suggestions.length > 0 && (
        <ul className="latchkey-strength-list">
          {[...new Set(suggestions)].map((text) => (
            <li key={text} className="latchkey-strength-hint">
              {words(keyOf(text))}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function Rules({ verdict, bootstrap }: FindingProps): ReactElement {
  const t = useText(strengthStrings)
  const { ludsMinimumCount, ludsComplexity } = bootstrap.passwordConfig ?? { ludsMinimumCount: 8, ludsComplexity: 3 }
  const missing = verdict?.feedback.luds_requirements
  const rules = [
    [t('strength.luds_length', { count: String(ludsMinimumCount) }), missing?.missing_characters === 0],
    [t('strength.luds_complexity', { count: String(ludsComplexity) }), missing?.missing_complexity === 0],
  ] as const
  return (
    <ul className="latchkey-strength-list">
      {rules.map(([text, isMet]) => (
        <li key={text} className="latchkey-rule" data-met={isMet}>
          <svg
            className="latchkey-rule-icon"
            viewBox="0 0 20 20"
            role="img"
            aria-label={t(isMet ? 'strength.met' : 'strength.not_met')}
          >
            <path d={isMet ? 'm5 10.5 3.5 3.5L15 7' : 'M10 13.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7z'} />
          </svg>
          <span className="latchkey-rule-text">{text}</span>
        </li>
      ))}
    </ul>
  )
}
