import type { ReactElement } from 'react'
import { InputForm } from './input-form.tsx'
import type { Organizations } from './use-organizations.ts'

/** The list of organizations, of which one is selected, and a form that creates one. */
export function OrganizationsPanel({ organizations }: { readonly organizations: Organizations }): ReactElement {
  const { list, selected, error } = organizations
  return (
    <section className="panel organizations-panel" aria-labelledby="organizations-title">
      <header className="panel-head">
        <h2 id="organizations-title">Organizations</h2>
        <a className="panel-link" href="/docs/business/">
          Docs
        </a>
      </header>
      <p className="business-note">
        What an operator does with a secret key. Which calls of members run:{' '}
        <a href="/docs/business/#what-works-today">what works today</a>.
      </p>
      {error ? (
        <p className="notice" data-kind="error" role="alert">
          {error}
        </p>
      ) : null}
      <ul className="organization-list" aria-label="Organizations, newest first" aria-busy={list === null}>
        {list?.map(({ organization_id: id, organization_name: name, organization_slug: slug, suspended_at }) => (
          <li key={id}>
            <button
              type="button"
              className="organization-button"
              aria-current={id === selected?.organization.organization_id}
              onClick={() => organizations.select(id)}
            >
              <strong>{name}</strong> <code>{slug}</code>
              {suspended_at ? (
                <span className="badge" data-kind="error">
                  suspended
                </span>
              ) : null}
            </button>
          </li>
        ))}
      </ul>
      <InputForm label="Name" button="Create organization" onSubmit={organizations.create} />
    </section>
  )
}
