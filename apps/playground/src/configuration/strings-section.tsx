import { type ReactElement, useState } from 'react'
import { localeNames, textsOf } from '../settings/locales.ts'
import type { SettingsInUse } from '../settings/use-settings.ts'
import { Choice, TextField } from '../ui/fields.tsx'

/** About as many columns as fit into one row. */
const charactersInRow = 30

export function StringsSection({ settings, change }: Pick<SettingsInUse, 'settings' | 'change'>): ReactElement {
  const [searched, setSearched] = useState('')
  const { locale, texts } = settings
  const isMatch = (text: string): boolean => text.toLowerCase().includes(searched.trim().toLowerCase())
  const found = Object.entries(textsOf(locale)).filter(([key, text]) =>
    [key, text, texts[key] ?? ''].some((part) => isMatch(part)),
  )

  /** An empty field restores the built-in text. */
  function setText(key: string, text: string): void {
    const { [key]: _, ...others } = texts
    change({ texts: text === '' ? others : { ...others, [key]: text } })
  }

  return (
    <>
      <Choice label="Language" value={locale} options={localeNames} onChange={(next) => change({ locale: next })} />
      <TextField type="search" label="Find a string" placeholder="passcode" value={searched} onChange={setSearched} />
      <div className="texts">
        {found.map(([key, text]) => (
          <label key={key} className="labelled" data-changed={key in texts}>
            <code>{key}</code>
            <textarea
              className="field"
              rows={Math.ceil(text.length / charactersInRow)}
              value={texts[key] ?? ''}
              placeholder={text}
              spellCheck={false}
              onChange={(event) => setText(key, event.currentTarget.value)}
            />
          </label>
        ))}
        {found.length === 0 ? <p className="hint">No string matches.</p> : null}
      </div>
      {Object.keys(texts).length > 0 ? (
        <button type="button" className="chip-button" onClick={() => change({ texts: {} })}>
          Reset all strings
        </button>
      ) : null}
    </>
  )
}
