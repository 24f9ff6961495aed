import type { SsoTestCheck, SsoTestResult } from '@latchkey/contract/b2b'
import type { ReactElement } from 'react'
import { useText } from '../../i18n/use-text.ts'
import { ssoStrings } from '../text/organization.strings.ts'
import { GatedButton } from '../ui/gated-button.tsx'
import type { PartProps } from './sso-parts.tsx'

/** A sign-in at the identity provider without a session, and what each check of its response says. */
export function SsoTest({ state, send, reasonId }: PartProps): ReactElement {
  const t = useText(ssoStrings)
  const { test, connection } = state
  return (
    <>
      <p className="latchkey-org-quiet">{t('connection.test_text')}</p>
      <div className="latchkey-org-actions">
        <GatedButton
          action="test"
          reasonId={reasonId}
          isBusy={test?.status === 'starting'}
          isDisabled={!connection.isActive || state.status === 'working'}
          onClick={() => send({ type: 'test_clicked' })}
        >
          {t('connection.start_test')}
        </GatedButton>
      </div>
      {test?.status === 'waiting' && (
        // A page that a script opens after a response is blocked: the person opens it.
        <a className="latchkey-sso-open" part="link" href={test.url} target="_blank" rel="noreferrer">
          {t('connection.open_test')}
        </a>
      )}
      <p className="latchkey-org-reason" role="status">
        {test?.status === 'waiting' && t('connection.test_waits')}
        {test?.result && t(test.result.passed ? 'connection.test_passed' : 'connection.test_failed')}
      </p>
      {test?.result && <Checks result={test.result} />}
    </>
  )
}

const marks: Record<SsoTestCheck['outcome'], string> = { passed: '✓', warning: '!', failed: '✗' }

/** The same check may be made several times. */
export function withKeys({ checks }: Pick<SsoTestResult, 'checks'>): (SsoTestCheck & { readonly key: string })[] {
  return checks.map((check, index) => ({ ...check, key: `${index} ${check.check}` }))
}

function Checks({ result }: { readonly result: SsoTestResult }): ReactElement {
  const t = useText(ssoStrings)
  return (
    <ul className="latchkey-sso-checks" part="checks" aria-label={t('connection.check')}>
      {withKeys(result).map(({ key, check, outcome, expected, got, advice }) => (
        <li key={key} className="latchkey-sso-checked" data-outcome={outcome}>
          <span className="latchkey-sso-checked-name">
            <span className="latchkey-sso-mark">{marks[outcome]}</span>
            {check}
          </span>
          {outcome !== 'passed' && (
            <>
              <span className="latchkey-sso-detail">
                {t('connection.expected')}: {expected}
              </span>
              <span className="latchkey-sso-detail">
                {t('connection.got')}: {got}
              </span>
              {advice && <span className="latchkey-sso-detail">{advice}</span>}
            </>
          )}
        </li>
      ))}
    </ul>
  )
}
