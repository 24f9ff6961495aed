import type { ReactElement } from 'react'

export function ScopeList({
  label,
  scopes,
}: {
  readonly label: string
  readonly scopes: readonly string[]
}): ReactElement {
  return (
    <ul className="scopes" aria-label={label}>
      {scopes.filter(Boolean).map((scope) => (
        <li key={scope}>
          <code>{scope}</code>
        </li>
      ))}
    </ul>
  )
}
