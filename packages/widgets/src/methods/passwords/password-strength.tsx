import type { BootstrapData } from '@latchkey/client'
import type { ReactElement, ReactNode } from 'react'
import { useContext } from 'react'
import { OverridesContext, useText } from '../../i18n/use-text.ts'
import { useSheet } from '../../theme/sheets.ts'
import { feedbackKey } from './feedback-text.ts'
import { passwordStrengthCss } from './password-strength.css.ts'
import type { Strength, Verdict } from './strength.flow.ts'
import { strengthStrings } from './strength.strings.ts'

export interface PasswordStrengthProps {
  readonly id: string
  readonly strength: Strength
  readonly bootstrap: Pick<BootstrapData, 'passwordConfig'>
  /** Rendered instead of the feedback, if given. */
  readonly children?: ReactNode
}

/** What the project's policy requires, and how the password compares. It takes about the same room in every state. */
export function PasswordStrength({ id, strength, bootstrap, children }: PasswordStrengthProps): ReactElement {
  useSheet(passwordStrengthCss)
  const { status, verdict } = strength
  const isChecking = status === 'waiting' || status === 'checking'
  return (
    <div id={id} className="latchkey-strength" part="strength" data-state={status} aria-live="polite">
      {children || <Finding verdict={verdict} isChecking={isChecking} bootstrap={bootstrap} />}
    </div>
  )
}

function Finding({ verdict, isChecking, bootstrap }: FindingProps): ReactElement | null {
  const t = useText(strengthStrings)
  if (verdict?.breached_password) return <p className="latchkey-strength-warning">{t('strength.breached')}</p>
  // Rules that are known from the start are shown from the start.
  if (verdict ? verdict.strength_policy === 'luds' : bootstrap.passwordConfig) {
    return <Rules verdict={verdict} bootstrap={bootstrap} />
  }
  if (!verdict) return <p className="latchkey-strength-text">{t(isChecking ? 'strength.checking' : 'strength.hint')}</p>
  return verdict.strength_policy === 'zxcvbn' ? <Meter {...verdict} /> : null
}

interface FindingProps {
  readonly verdict: Verdict | null
  /** The password has changed since the verdict: the next one is on its way. */
  readonly isChecking: boolean
  readonly bootstrap: Pick<BootstrapData, 'passwordConfig'>
}

function Meter({ score, feedback, valid_password }: Verdict): ReactElement {
  const t = useText(strengthStrings)
  const { warning, suggestions } = feedback
  const overrides = useContext(OverridesContext)
  // The translation if there is one, otherwise the text as it was received; it is not used as a key.
  const words = (text: string): string => overrides[feedbackKey(text) ?? ''] ?? text
  const filled = Math.max(1, score)
  return (
    <>
      {/* As text, because a screen reader only reads a live region's text. */}
      <div className="latchkey-announcement">{t('strength.meter', { score: String(score) })} </div>
      <div className="latchkey-meter" part="meter" aria-hidden="true" data-tone={score < 3 ? 'weak' : 'good'}>
        {[1, 2, 3, 4].map((place) => (
          <span key={place} className="latchkey-meter-segment" data-filled={place <= filled} />
        ))}
      </div>
      {warning && <p className="latchkey-strength-warning">{words(warning)}</p>}
      {valid_password && <p className="latchkey-strength-text">{t(score > 3 ? 'strength.strong' : 'strength.good')}</p>}
      {suggestions.length > 0 && (
        <ul className="latchkey-strength-list">
          {[...new Set(suggestions)].map((text) => (
            <li key={text} className="latchkey-strength-hint">
              {words(text)}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function Rules({ verdict, bootstrap }: Omit<FindingProps, 'isChecking'>): ReactElement {
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
          <div className="latchkey-announcement">{t(isMet ? 'strength.met' : 'strength.not_met')} </div>
          <svg className="latchkey-rule-icon" viewBox="0 0 20 20" aria-hidden="true">
            <path d={isMet ? 'm5 10.5 3.5 3.5L15 7' : 'M10 13.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7z'} />
          </svg>
          <span className="latchkey-rule-text">{text}</span>
        </li>
      ))}
    </ul>
  )
}
