import { type ReactElement, useEffect, useState } from 'react'
import { CopyButton } from '../ui/copy-button.tsx'
import { type ClaimDescription, describeClaims } from './claim-descriptions.ts'
import { decodeToken } from './tokens.ts'

/** An encoded token and its claims. */
export function TokenView({ name, token }: { readonly name: string; readonly token: string }): ReactElement {
  const decoded = decodeToken(token)
  const now = useNow()
  return (
    <div className="token-view">
      <div className="token-raw">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long token is scrolled with the keyboard */}
        <section className="token-text" tabIndex={0} aria-label={`Encoded ${name}`} translate="no">
          {decoded ? (
            <>
              <span className="token-header">{decoded.parts[0]}</span>.
              <span className="token-claims">{decoded.parts[1]}</span>.
              <span className="token-signature">{decoded.parts[2]}</span>
            </>
          ) : (
            token
          )}
        </section>
        <CopyButton text={token} />
      </div>
      {decoded ? (
        <>
          <ClaimTable title="Header" of={name} claims={describeClaims(decoded.header, now)} kind="header" />
          <ClaimTable title="Claims" of={name} claims={describeClaims(decoded.claims, now)} kind="claims" />
        </>
      ) : (
        <p className="empty-line">An opaque token: only the provider can read it.</p>
      )}
    </div>
  )
}

export function ClaimTable(props: {
  readonly title: string
  readonly of: string
  readonly claims: readonly ClaimDescription[]
  readonly kind: 'header' | 'claims'
}): ReactElement {
  return (
    <table className="claims" data-kind={props.kind} aria-label={`${props.title} of the ${props.of}`}>
      <caption>{props.title}</caption>
      <tbody>
        {props.claims.map(({ name, value, meaning, time }) => (
          <tr key={name}>
            <th scope="row">
              <code>{name}</code>
              {meaning ? <small>{meaning}</small> : null}
            </th>
            <td>
              <code>{value}</code>
              {time ? <small>{time}</small> : null}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const tickMs = 1_000

export function useNow(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), tickMs)
    return () => clearInterval(timer)
  }, [])
  return now
}
