import type { ReactElement } from 'react'
import { Checkbox, Choice } from '../ui/fields.tsx'
import type { Prompt, Wish } from './protocol.ts'
import { type ScopeChoice, toggleScope } from './scope-choices.ts'

export interface RequestPanelProps {
  readonly choices: readonly ScopeChoice[]
  readonly wish: Wish
  readonly onChange: (wish: Wish) => void
}

const prompts: Readonly<Record<Prompt, string>> = {
  '': 'As usual',
  login: 'Sign in again (login)',
  consent: 'Ask again (consent)',
}

/** What the application asks for. */
export function RequestPanel({ choices, wish, onChange }: RequestPanelProps): ReactElement {
  return (
    <section className="panel request-panel" aria-labelledby="request-title">
      <header className="panel-head">
        <h2 id="request-title">What it asks for</h2>
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
              value={wish.scopes.includes(scope)}
              onChange={() => onChange({ ...wish, scopes: toggleScope(choices, wish.scopes, scope) })}
            />
          ))}
        </fieldset>
        <Choice
          label="Prompt"
          value={wish.prompt}
          options={prompts}
          onChange={(prompt) => onChange({ ...wish, prompt })}
        />
        <p className="hint">
          People can grant only what their roles carry. Nobody but an editor may change notes: ask for that, and the
          widget says so.
        </p>
      </div>
    </section>
  )
}
