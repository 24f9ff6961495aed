import { useClient, useSession } from '@latchkey/react'
import type { ReactElement } from 'react'
import type { DevAdmin } from '../admin/dev-admin.ts'
import { expireSession } from '../faults/expire-session.ts'
import { networkNames, setNetwork, useNetwork } from '../faults/network-fault.ts'
import { captchaNames, useCaptcha } from '../faults/use-captcha.ts'
import { useProviderClock } from '../faults/use-provider-clock.ts'
import { Choice, Segments } from '../ui/fields.tsx'
import { durationOf } from '../ui/time.ts'
import { type WalletAnswer, walletAnswers } from '../wallets/wallet-answers.ts'

export interface FaultsSectionProps {
  readonly admin: DevAdmin
  /** Creates a new client, because the old one has read the project's settings before they changed. */
  readonly renewClient: () => void
  /** Null unless the widget shows wallets. */
  readonly wallets: { readonly answer: WalletAnswer; readonly onChange: (answer: WalletAnswer) => void } | null
}

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/** Failures to test the widget with. Network failures affect this page only; the others change state of the provider. */
export function FaultsSection({ admin, renewClient, wallets }: FaultsSectionProps): ReactElement {
  const network = useNetwork()
  const { captcha, change, error } = useCaptcha(admin, renewClient)
  return (
    <>
      <Segments label="Network" value={network} options={networkNames} onChange={setNetwork} />
      <Choice label="Captcha" value={captcha} options={captchaNames} onChange={change} />
      {error ? (
        <p className="hint" role="alert">
          {error}
        </p>
      ) : null}
      {wallets ? (
        <Segments label="Fake wallets" value={wallets.answer} options={walletAnswers} onChange={wallets.onChange} />
      ) : null}
      <SessionFault admin={admin} />
      <ClockFault />
    </>
  )
}

function SessionFault({ admin }: Pick<FaultsSectionProps, 'admin'>): ReactElement {
  const client = useClient()
  const { session } = useSession()
  return (
    <fieldset>
      <legend>Session</legend>
      <button
        type="button"
        className="chip-button"
        aria-disabled={session === null}
        aria-describedby="session-fault-hint"
        onClick={() => session && expireSession(admin, client, session.session_id)}
      >
        End it at the provider
      </button>
      <small id="session-fault-hint" className="section-note">
        {session ? 'The page detects this with its next request, which it sends at once.' : 'Sign in first.'}
      </small>
    </fieldset>
  )
}

function ClockFault(): ReactElement {
  const { offsetMs, advance, reset } = useProviderClock()
  return (
    <fieldset>
      <legend>
        Clock of the provider{' '}
        <span className="range-value">{offsetMs ? `${durationOf(Math.abs(offsetMs))} ahead` : 'real time'}</span>
      </legend>
      <p className="option-row">
        <button type="button" className="chip-button" onClick={() => advance(10 * minuteMs)}>
          +10 minutes
        </button>
        <button type="button" className="chip-button" onClick={() => advance(dayMs)}>
          +1 day
        </button>
        <button type="button" className="chip-button" onClick={reset}>
          Reset
        </button>
      </p>
      <small className="section-note">Codes, links and sessions expire as if the time had passed.</small>
    </fieldset>
  )
}
