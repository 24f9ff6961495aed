import type { Session, User } from '@latchkey/client'
import { useClient } from '@latchkey/react'
import { type ReactElement, type ReactNode, useState } from 'react'
import { SecondFactor } from '../second-factor/second-factor.tsx'
import { timeOf } from '../ui/time.ts'
import { factorName, nameOf } from './session-labels.ts'
import { TimeLeft } from './time-left.tsx'

type LogOut = { readonly status: 'idle' | 'working' } | { readonly status: 'failed'; readonly message: string }

export interface SessionCardProps {
  readonly session: Session
  readonly user: User
  /** The lifetime of a session that a second factor continues. */
  readonly sessionMinutes: number
}

/** The signed-in user, the remaining time and the details of the session. */
export function SessionCard({ session, user, sessionMinutes }: SessionCardProps): ReactElement {
  const client = useClient()
  const [logOut, setLogOut] = useState<LogOut>({ status: 'idle' })
  const [open, setOpen] = useState<'details' | 'second-factor' | null>(null)
  const toggle = (part: 'details' | 'second-factor') => () => setOpen(open === part ? null : part)
  const isImpersonated = session.authentication_factors.some(({ type }) => type === 'impersonated')
  const name = nameOf(user)

  function end(): void {
    if (logOut.status === 'working') return
    setLogOut({ status: 'working' })
    client.session.revoke().then(
      () => setLogOut({ status: 'idle' }),
      (error: unknown) =>
        setLogOut({ status: 'failed', message: error instanceof Error ? error.message : String(error) }),
    )
  }

  return (
    <section className="session-card" aria-labelledby="session-title">
      <div className="session-head">
        <span className="avatar" aria-hidden="true">
          {name.replace(/^\+/, '').charAt(0).toUpperCase()}
        </span>
        <h2 id="session-title">
          <small>{isImpersonated ? 'Impersonated, signed in as' : 'Signed in as'}</small>{' '}
          <span className="session-name" title={name}>
            {name}
          </span>
        </h2>
        <TimeLeft from={session.started_at} until={session.expires_at} />
        <span className="session-buttons">
          <button
            type="button"
            className="chip-button"
            aria-expanded={open === 'details'}
            aria-controls="session-facts"
            onClick={toggle('details')}
          >
            Details
          </button>
          <button
            type="button"
            className="chip-button"
            aria-expanded={open === 'second-factor'}
            aria-controls="second-factor"
            onClick={toggle('second-factor')}
          >
            Second factor
          </button>
          <button type="button" className="chip-button" aria-disabled={logOut.status === 'working'} onClick={end}>
            Log out
          </button>
        </span>
      </div>
      {logOut.status === 'failed' ? (
        <p className="notice" data-kind="error" role="alert">
          {logOut.message}
        </p>
      ) : null}
      <dl className="facts" id="session-facts" hidden={open !== 'details'}>
        <Fact name="Proven by">{session.authentication_factors.map(factorName).join(', ')}</Fact>
        <Fact name="Roles">{session.roles.join(', ') || 'none'}</Fact>
        <Fact name="Started">{timeOf(new Date(session.started_at))}</Fact>
        <Fact name="Expires">{timeOf(new Date(session.expires_at))}</Fact>
        <Fact name="User">
          <code>{user.user_id}</code>
        </Fact>
        <Fact name="Session">
          <code>{session.session_id}</code>
        </Fact>
      </dl>
      <div id="second-factor" hidden={open !== 'second-factor'}>
        {open === 'second-factor' ? <SecondFactor user={user} sessionMinutes={sessionMinutes} /> : null}
      </div>
    </section>
  )
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }): ReactElement {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
