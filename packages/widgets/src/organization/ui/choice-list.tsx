import type { ReactElement } from 'react'
import { useUniqueId } from '../../a11y/use-unique-id.ts'

export interface ChoiceListProps<Value extends string> {
  readonly label: string
  readonly type: 'radio' | 'checkbox'
  readonly options: readonly { readonly value: Value; readonly name: string; readonly text?: string }[]
  readonly chosen: readonly Value[]
  /** The id of the text that says why the choice is disabled; undefined if it is not. */
  readonly reasonId?: string | undefined
  readonly isDisabled: boolean
  readonly onChoose: (value: Value) => void
}

/** Radio buttons or checkboxes with a label. A disabled one keeps the focus. */
export function ChoiceList<Value extends string>(props: ChoiceListProps<Value>): ReactElement {
  const { label, type, options, chosen, reasonId, isDisabled, onChoose } = props
  const id = useUniqueId()
  const isFixed = isDisabled || reasonId !== undefined
  return (
    <fieldset className="latchkey-org-set" aria-labelledby={id}>
      <span id={id} className="latchkey-label" part="label">
        {label}
      </span>
      <div className="latchkey-org-choices" part="choices">
        {options.map(({ value, name, text }) => (
          <div key={value} className="latchkey-org-choice">
            <input
              id={`${id}-${value}`}
              type={type}
              className="latchkey-org-check"
              part={type}
              name={id}
              value={value}
              checked={chosen.includes(value)}
              aria-disabled={isFixed}
              aria-describedby={[text && `${id}-${value}-text`, reasonId].filter(Boolean).join(' ') || undefined}
              onChange={() => {
                if (!isFixed) onChoose(value)
              }}
            />
            {type === 'checkbox' && (
              <svg className="latchkey-org-tick" viewBox="0 0 20 20" aria-hidden="true">
                <path d="m5.5 10.5 3 3 6-7" />
              </svg>
            )}
            <div className="latchkey-org-choice-words">
              <label className="latchkey-org-choice-name" htmlFor={`${id}-${value}`}>
                {name}
              </label>
              {text && (
                <div id={`${id}-${value}-text`} className="latchkey-org-choice-text">
                  {text}
                </div>
              )}
            </div>
          </div>
        ))}
      </div>
    </fieldset>
  )
}
