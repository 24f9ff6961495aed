import { type ReactElement, type ReactNode, useId } from 'react'

interface FieldProps<Value> {
  readonly label: string
  readonly value: Value
  readonly onChange: (value: Value) => void
}

export function Checkbox(
  props: FieldProps<boolean> & { readonly name?: string; readonly hint?: ReactNode },
): ReactElement {
  const id = useId()
  const hintId = `${id}-hint`
  return (
    <label className="check">
      <input
        type="checkbox"
        checked={props.value}
        // The hint is inside the label, but must not be read as part of the name.
        aria-labelledby={props.hint ? id : undefined}
        aria-describedby={props.hint ? hintId : undefined}
        onChange={(event) => props.onChange(event.currentTarget.checked)}
      />
      <span id={id}>{props.label}</span>
      {props.name ? <code>{props.name}</code> : null}
      {props.hint ? (
        <small id={hintId} className="check-hint">
          {props.hint}
        </small>
      ) : null}
    </label>
  )
}

export function TextField(
  props: FieldProps<string> & {
    readonly type?: 'text' | 'search'
    readonly placeholder?: string | undefined
    readonly hint?: string
    /** @default 'off' */
    readonly autoComplete?: 'one-time-code' | undefined
  },
): ReactElement {
  const hintId = useId()
  return (
    <label className="labelled">
      <span>{props.label}</span>
      <input
        className="field"
        type={props.type ?? 'text'}
        value={props.value}
        placeholder={props.placeholder}
        autoComplete={props.autoComplete ?? 'off'}
        spellCheck={false}
        aria-describedby={props.hint ? hintId : undefined}
        onChange={(event) => props.onChange(event.currentTarget.value)}
      />
      {props.hint ? <small id={hintId}>{props.hint}</small> : null}
    </label>
  )
}

export function Choice<Value extends string>(
  props: FieldProps<Value> & { readonly options: Readonly<Record<Value, string>> },
): ReactElement {
  return (
    <label className="labelled">
      <span>{props.label}</span>
      <select
        className="field"
        value={props.value}
        onChange={(event) => props.onChange(event.currentTarget.value as Value)}
      >
        {(Object.entries(props.options) as [Value, string][]).map(([value, name]) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </select>
    </label>
  )
}

export function Range(props: FieldProps<number> & { readonly min: number; readonly max: number }): ReactElement {
  return (
    <label className="labelled">
      <span>
        {props.label} <span className="range-value">{props.value} px</span>
      </span>
      <input
        type="range"
        min={props.min}
        max={props.max}
        value={props.value}
        onInput={(event) => props.onChange(Number(event.currentTarget.value))}
      />
    </label>
  )
}

export function ColorField(props: FieldProps<string>): ReactElement {
  return (
    <label className="color">
      <input type="color" value={props.value} onInput={(event) => props.onChange(event.currentTarget.value)} />
      <span>{props.label}</span>
    </label>
  )
}

/** One of a few values, as buttons in a row. */
export function Segments<Value extends string>(
  props: FieldProps<Value> & { readonly options: Readonly<Record<Value, string>>; readonly isHidden?: boolean },
): ReactElement {
  const name = useId()
  return (
    <fieldset className="segments-field">
      <legend className={props.isHidden ? 'out-of-sight' : undefined}>{props.label}</legend>
      <div className="segments">
        {(Object.entries(props.options) as [Value, string][]).map(([value, label]) => (
          <label key={value} className="segment">
            <input
              type="radio"
              name={name}
              value={value}
              checked={value === props.value}
              onChange={() => props.onChange(value)}
            />
            <span>{label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

/** A feature with a switch; its options are shown while it is on. */
export function Feature(
  props: FieldProps<boolean> & {
    readonly name?: string
    readonly description: string
    readonly children?: ReactNode
  },
): ReactElement {
  const id = useId()
  return (
    <div className="feature" data-on={props.value}>
      <label className="feature-head">
        <span className="feature-label" id={`${id}-label`}>
          {props.label}
          {props.name ? <code>{props.name}</code> : null}
        </span>
        <small id={`${id}-description`}>{props.description}</small>
        <input
          className="switch"
          type="checkbox"
          checked={props.value}
          aria-labelledby={`${id}-label`}
          aria-describedby={`${id}-description`}
          onChange={(event) => props.onChange(event.currentTarget.checked)}
        />
      </label>
      {props.value && props.children ? <div className="feature-options">{props.children}</div> : null}
    </div>
  )
}
