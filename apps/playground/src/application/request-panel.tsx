import type { ReactElement } from 'react'
import { Checkbox, Choice } from '../ui/fields.tsx'
import type { Prompt, RequestOptions } from './protocol.ts'
import { type ScopeChoice, toggleScope } from './scope-choices.ts'

export interface RequestPanelProps {
  readonly choices: readonly ScopeChoice[]
  readonly options: RequestOptions
  readonly onChange: (options: RequestOptions) => void
}

const prompts: Readonly<Record<Prompt, string>> = {
  '': 'Default',
  login: 'Sign in again (login)',
  consent: 'Ask for consent again (consent)',
}

/** Options of the authorization request. */
export function RequestPanel({ choices, options, onChange }: RequestPanelProps): ReactElement {
  return (
    <section className="panel request-panel" aria-labelledby="request-title">
      <header className="panel-head">
        <h2 id="request-title">Authorization request</h2>
      </header>
      <div className="request-body">
        <fieldset>
          <legend>Scopes</legend>
          {choices.map(({ scope, label, hint }) => (
            <Checkbox
              key={scope}
              label={label}
              name={scope}
              hint={hint}
              value={options.scopes.includes(scope)}
              onChange={() => onChange({ ...options, scopes: toggleScope(choices, options.scopes, scope) })}
            />
          ))}
        </fieldset>
        <Choice
          label="Prompt"
          value={options.prompt}
          options={prompts}
          onChange={(prompt) => onChange({ ...options, prompt })}
        />
        <p className="hint">
          Users can grant only permissions of their roles. Only editors may change notes: request that scope to see the
          error.
        </p>
      </div>
    </section>
  )
}
