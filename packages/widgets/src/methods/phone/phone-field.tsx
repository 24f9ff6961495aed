import type { CallingCountry } from '@latchkey/contract/calling-codes'
import type { ReactElement } from 'react'
import { useLayoutEffect, useRef, useState } from 'react'
import { latinDigits } from '../../flow/digits.ts'
import type { Failure } from '../../flow/failure.ts'
import { useText } from '../../i18n/use-text.ts'
import { useSheet } from '../../theme/sheets.ts'
import { Field } from '../../ui/controls/field.tsx'
import { CountrySelect } from './country-select.tsx'
import type { Formatted, Numbers } from './display.ts'
import { display, loadForDisplay } from './display.ts'
import { phoneStrings } from './phone.strings.ts'

/** Numbers are written from left to right in every language. Colors and borders of the select are those of an input. */
const phoneFieldCss = `
.latchkey-line{display:flex;gap:8px;direction:ltr}
.latchkey-line>.latchkey-input{flex:1;min-width:0;padding:0 8px;text-align:left;font-variant-numeric:tabular-nums}
.latchkey-country{position:relative;flex:none;display:flex;align-items:center;gap:6px;min-width:88px;padding:0 8px}
.latchkey-country-select{position:absolute;inset:0;width:100%;height:100%;background:Canvas;color:CanvasText;opacity:0;cursor:pointer}
.latchkey-country-shown{flex:1;white-space:nowrap;font-variant-numeric:tabular-nums}
.latchkey-country-icon{flex:none;width:12px;height:12px;fill:none;stroke:var(--_s);stroke-width:1.5;stroke-linecap:round;stroke-linejoin:round}
`

export interface PhoneFieldProps {
  readonly value: string
  readonly country: CallingCountry
  readonly fill: string
  readonly failure: Failure | null
  readonly onChange: (value: string, country: CallingCountry) => void
}

/** A country and a phone number. The formatting rules are loaded with the first focus. */
export function PhoneField({ value, country, fill, failure, onChange }: PhoneFieldProps): ReactElement {
  const t = useText(phoneStrings)
  const field = useRef<HTMLInputElement | null>(null)
  const latest = useRef<Formatted | null>(null)
  const [numbers, setNumbers] = useState<Numbers>()
  useSheet(phoneFieldCss)

  const formatted = (input: HTMLInputElement, kind: string): string => {
    const text = latinDigits(input.value)
    const typed = { text, caret: input.selectionStart ?? text.length, before: value, kind, country }
    latest.current = display(numbers, typed)
    return latest.current.text
  }
  const take = (text: string): void => {
    const { caret, country: meant } = latest.current ?? { caret: text.length, country }
    if (numbers && field.current) placeCaret(field.current, caret)
    onChange(text, meant)
  }

  // Format text that was typed before the rules were loaded.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when they are there.
  useLayoutEffect(() => {
    const input = field.current
    // Do not change text during the composition of an input method.
    if (!numbers || !input || input.value !== value) return
    const text = formatted(input, '')
    if (text === value) return
    input.value = text
    take(text)
  }, [numbers])

  const load = async (): Promise<void> => {
    const loaded = numbers ?? (await loadForDisplay(() => import('./numbers.ts'), { setTimeout: after }))
    if (loaded) setNumbers(() => loaded)
  }
  return (
    <Field
      type="tel"
      name="phone"
      autoComplete={fill}
      inputMode="tel"
      label={t('phone.label')}
      // The placeholder has the format of the United States, which is wrong for other countries.
      placeholder={country === 'US' ? t('phone.placeholder') : ''}
      value={value}
      clean={(_text, input, kind) => {
        field.current = input
        return formatted(input, kind)
      }}
      failure={failure}
      onChange={take}
      onFocus={({ currentTarget }) => {
        field.current = currentTarget
        load()
      }}
      lead={
        <CountrySelect
          value={country}
          onFocus={load}
          onChange={(next) => onChange(numbers?.formatFor(value, next) ?? value, next)}
        />
      }
    />
  )
}

/** Only for the focused input: setting the caret may take the focus. */
function placeCaret(input: HTMLInputElement, at: number): void {
  if (input.matches(':focus')) input.setSelectionRange(at, at)
}

function after(run: () => void, ms: number): () => void {
  const timer = setTimeout(run, ms)
  return () => clearTimeout(timer)
}
