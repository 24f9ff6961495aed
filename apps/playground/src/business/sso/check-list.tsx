import type { SsoAttemptCheck } from '@latchkey/contract/admin'
import type { SsoTestCheck } from '@latchkey/contract/b2b'
import type { ReactElement } from 'react'

const signs = { passed: '✓', warning: '!', failed: '✗' } as const

/** The checks of a sign-in or a test. Passed ones need no explanation. */
export function CheckList({ checks }: { readonly checks: readonly (SsoTestCheck | SsoAttemptCheck)[] }): ReactElement {
  const passed = checks.filter(({ outcome }) => outcome === 'passed')
  const others = checks.filter(({ outcome }) => outcome !== 'passed')
  return (
    <div className="checks">
      {others.map((check) => (
        <div key={`${check.check} ${check.expected}`} className="check-failed">
          <p>
            <strong>
              <span aria-hidden="true">{signs[check.outcome]}</span> {check.check}
            </strong>{' '}
            <code>{check.code}</code>
          </p>
          <dl>
            <dt>Expected</dt>
            <dd>{check.expected}</dd>
            <dt>Received</dt>
            <dd>{check.got}</dd>
            {'advice' in check && check.advice ? (
              <>
                <dt>Change</dt>
                <dd>{check.advice}</dd>
              </>
            ) : null}
          </dl>
        </div>
      ))}
      {passed.length > 0 ? (
        <p className="checks-passed">
          <span aria-hidden="true">{signs.passed}</span> Passed: {passed.map(({ check }) => check).join(', ')}
        </p>
      ) : null}
    </div>
  )
}
