import { defaultCountry } from '@latchkey/contract'
import type { CallingCountry } from '@latchkey/contract/calling-codes'
import type { ReactElement } from 'react'
import { useMemo, useRef, useState } from 'react'
import { useText } from '../../i18n/use-text.ts'
import { uiStrings } from '../../ui/ui.strings.ts'
import { useLoaded } from '../../widget/use-loaded.ts'
import { phoneStrings } from './phone.strings.ts'

export interface CountrySelectProps {
  readonly value: CallingCountry
  readonly onChange: (country: CallingCountry) => void
  readonly onFocus: () => void
}

export const loadPhone = (): Promise<typeof import('./phone.method.ts')> => import('./phone.method.ts')

/** A native select, which can be searched by typing. The short form of the selection is rendered over it. */
export function CountrySelect({ value, onChange, onFocus }: CountrySelectProps): ReactElement {
  const t = useText(phoneStrings)
  const select = useRef<HTMLSelectElement>(null)
  const [tries, setTries] = useState(0)
  // Until the countries are loaded there is only the selected one.
  const { value: phone, failure } = useLoaded(loadPhone, tries)
  const language = useText(uiStrings)('locale.language')
  const countries = useMemo(
    () => (phone && select.current ? phone.countriesIn(language || phone.languageAround(select.current)) : []),
    [phone, language],
  )
  const known = countries.find(({ country }) => country === value)
  const code = known?.code ?? (value === defaultCountry ? '1' : '')
  return (
    <div className="latchkey-country" part="country">
      <select
        ref={select}
        className="latchkey-country-select"
        aria-label={t('phone.country')}
        autoComplete="off"
        value={value}
        onChange={(event) => onChange(event.currentTarget.value as CallingCountry)}
        onFocus={() => {
          if (failure) setTries(tries + 1)
          onFocus()
        }}
      >
        {!known && <option value={value}>{value}</option>}
        {countries.map((one) => (
          <option key={one.country} value={one.country}>
            {/* The mark keeps the plus sign before its digits after a right-to-left name. */}
            {`${one.name} \u200e(+${one.code})`}
          </option>
        ))}
      </select>
      <span className="latchkey-country-shown" aria-hidden="true">
        {value} {code && `+${code}`}
      </span>
      <svg className="latchkey-country-icon" viewBox="0 0 12 12" aria-hidden="true">
        <path d="m3 4.5 3 3 3-3" />
      </svg>
    </div>
  )
}
