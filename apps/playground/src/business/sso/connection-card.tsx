import type { SsoAttempt } from '@latchkey/contract/admin'
import { builtInRoleIds } from '@latchkey/contract/b2b'
import { type FormEvent, type ReactElement, useId, useState } from 'react'
import { Choice } from '../../ui/fields.tsx'
import { timeOf } from '../../ui/time.ts'
import { CheckList } from './check-list.tsx'
import { type Connection, type Connections, groupRolesOf, isSaml, type StartedTest } from './use-connections.ts'

/** A connection: its test, the roles of its groups, and who tried to sign in with it. */
export function ConnectionCard(props: {
  readonly connection: Connection
  readonly connections: Connections
}): ReactElement {
  const { connection, connections } = props
  const { connection_id: id, display_name: name, status, tested_at } = connection
  const attempts = connections.attempts[id]
  const test = connections.test?.connectionId === id ? connections.test : null
  const titleId = useId()
  return (
    <section className="connection" aria-labelledby={titleId}>
      <div className="connection-head">
        <p className="member-name">
          <strong id={titleId}>{name}</strong>
          <small>
            {isSaml(connection) ? 'SAML' : 'OpenID Connect'},{' '}
            {tested_at ? `tested ${timeOf(new Date(tested_at))}` : 'not tested'}
          </small>
        </p>
        <span className="badge" data-kind={status === 'active' ? 'good' : undefined}>
          {status}
        </span>
      </div>
      <div className="member-choices">
        <button type="button" className="chip-button" onClick={() => connections.startTest(connection)}>
          Test connection
        </button>
        <button
          type="button"
          className="chip-button"
          aria-label={`Attempts of ${name}`}
          onClick={() => connections.readAttempts(connection)}
        >
          Attempts
        </button>
        <button
          type="button"
          className="chip-button"
          aria-label={`Delete ${name}`}
          onClick={() => connections.remove(connection)}
        >
          Delete
        </button>
      </div>
      {test ? <TestResult test={test} /> : null}
      <GroupRoles connection={connection} connections={connections} groups={test?.result?.identity?.groups ?? []} />
      {attempts ? <Attempts attempts={attempts} /> : null}
    </section>
  )
}

function TestResult({ test: { url, result } }: { readonly test: StartedTest }): ReactElement {
  if (result === null)
    return (
      <p className="hint" role="status">
        Sign in in the window that opened. It works in any browser:{' '}
        <a href={url} target="_blank" rel="noreferrer">
          open the test
        </a>
      </p>
    )
  const { passed, checks, identity, join } = result
  return (
    <div className="connection-test" role="status">
      <p>
        <span className="badge" data-kind={passed ? 'good' : 'error'}>
          {passed ? 'Test passed' : 'Test failed'}
        </span>
      </p>
      {identity && join ? (
        <p>
          <strong>{identity.email_address}</strong>{' '}
          {join.allowed ? `would sign in (${join.match}).` : 'would be rejected.'}{' '}
          {join.reasons.map(({ description }) => description).join(' ')}
          {join.roles.length > 0 ? ` Roles: ${join.roles.join(', ')}.` : ''}
        </p>
      ) : null}
      <CheckList checks={checks} />
    </div>
  )
}

function GroupRoles(props: {
  readonly connection: Connection
  readonly connections: Connections
  /** Those of the last test. */
  readonly groups: readonly string[]
}): ReactElement {
  const { connection, connections, groups } = props
  const assignments = groupRolesOf(connection)
  const [group, setGroup] = useState('')
  const [role, setRole] = useState(builtInRoleIds.admin)
  const listId = useId()
  const custom = connections.organization?.custom_roles.map(({ role_id }) => role_id) ?? []
  const roles = Object.fromEntries([builtInRoleIds.admin, ...custom].map((id) => [id, id]))
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (group.trim() === '') return
    connections.setGroupRoles(connection, [...assignments, { group: group.trim(), role_id: role }])
    setGroup('')
  }
  return (
    <div className="group-roles">
      <h4>Roles of groups</h4>
      {assignments.length === 0 ? null : (
        <ul className="group-role-list" aria-label={`Roles of groups of ${connection.display_name}`}>
          {assignments.map((one) => (
            <li key={`${one.group} ${one.role_id}`}>
              <span>
                {one.group} <span aria-hidden="true">→</span> <code>{one.role_id}</code>
              </span>
              <button
                type="button"
                className="text-button"
                aria-label={`Remove ${one.role_id} from ${one.group}`}
                onClick={() =>
                  connections.setGroupRoles(
                    connection,
                    assignments.filter((other) => other !== one),
                  )
                }
              >
                Remove
              </button>
            </li>
          ))}
        </ul>
      )}
      <form className="input-form" onSubmit={submit}>
        <label className="labelled">
          <span>Group</span>
          <input
            className="field"
            value={group}
            list={listId}
            placeholder={isSaml(connection) ? 'Admins' : 'id of the group'}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => setGroup(event.currentTarget.value)}
          />
        </label>
        <datalist id={listId}>
          {groups.map((one) => (
            <option key={one} value={one} />
          ))}
        </datalist>
        <Choice label="Role" value={role} options={roles} onChange={setRole} />
        <button type="submit" className="button button-quiet">
          Add role
        </button>
      </form>
      {groups.length > 0 ? <p className="connection-note">Groups of the last test: {groups.join(', ')}</p> : null}
    </div>
  )
}

const results = { admitted: 'good', pending: undefined, rejected: 'error' } as const

function Attempts({ attempts }: { readonly attempts: readonly SsoAttempt[] }): ReactElement {
  const id = useId()
  return (
    <div className="attempts">
      <h4 id={id}>Attempts</h4>
      {attempts.length === 0 ? <p className="connection-note">No attempt in the last 7 days.</p> : null}
      <ol className="attempt-list" aria-labelledby={id}>
        {attempts.map((attempt) => (
          <li key={attempt.attempt_id}>
            <details>
              <summary>
                <span className="badge" data-kind={results[attempt.result]}>
                  {attempt.result}
                </span>{' '}
                {attempt.kind === 'test' ? 'test' : 'sign-in'}
                {attempt.code ? (
                  <>
                    {' '}
                    <code>{attempt.code}</code>
                  </>
                ) : null}
                {attempt.match ? `, found by ${attempt.match}` : ''}{' '}
                <time dateTime={attempt.created_at}>{timeOf(new Date(attempt.created_at))}</time>
              </summary>
              <CheckList checks={attempt.checks} />
            </details>
          </li>
        ))}
      </ol>
    </div>
  )
}
