import type { ReactElement } from 'react'
import { presets } from '../settings/presets.ts'
import {
  type Color,
  colorNames,
  type Font,
  fonts,
  isSameTheme,
  radiusBounds,
  type Scheme,
  sampleLogo,
  schemes,
  type Theme,
  widthBounds,
  withScheme,
} from '../settings/theme.ts'
import { Checkbox, Choice, ColorField, Range, TextField } from '../ui/fields.tsx'

interface LookProps {
  readonly theme: Theme
  readonly onChange: (theme: Theme) => void
}

const fontNames = Object.fromEntries(Object.keys(fonts).map((name) => [name, name])) as Record<Font, string>

export function LookSection({ theme, onChange }: LookProps): ReactElement {
  const set = (part: Partial<Theme>): void => onChange({ ...theme, ...part })
  return (
    <>
      <Presets theme={theme} onChange={onChange} />
      <Choice
        label="Scheme"
        value={theme.scheme}
        options={schemes}
        onChange={(scheme) => onChange(withScheme(theme, scheme))}
      />
      <Colors theme={theme} onChange={onChange} />
      <Range label="Radius" value={theme.radius} {...radiusBounds} onChange={(radius) => set({ radius })} />
      <Range label="Width" value={theme.width} {...widthBounds} onChange={(width) => set({ width })} />
      <Choice label="Font" value={theme.font} options={fontNames} onChange={(font) => set({ font })} />
      <Checkbox label="Header" value={theme.header} onChange={(header) => set({ header })} />
      <Checkbox label="Logo" value={theme.logo !== ''} onChange={(isOn) => set({ logo: isOn ? sampleLogo : '' })} />
      {theme.logo === '' ? null : (
        <TextField
          label="Logo URL"
          hint="This page loads images from its own origin and from data: URLs only."
          value={theme.logo}
          onChange={(logo) => set({ logo })}
        />
      )}
    </>
  )
}

/** Changing a color sets the scheme that is shown. */
function Colors({ theme, onChange }: LookProps): ReactElement {
  const shown = withScheme(theme, theme.scheme === 'auto' ? presentScheme() : theme.scheme)
  return (
    <fieldset>
      <legend>Colors</legend>
      <div className="colors">
        {(Object.entries(colorNames) as [Color, string][]).map(([name, label]) => (
          <ColorField
            key={name}
            label={label}
            value={shown[name]}
            onChange={(value) => onChange({ ...shown, [name]: value })}
          />
        ))}
      </div>
    </fieldset>
  )
}

function presentScheme(): Scheme {
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
}

function Presets(props: LookProps): ReactElement {
  const { logo, header, width } = props.theme
  return (
    <fieldset>
      <legend>Presets</legend>
      <div className="presets">
        {presets.map(({ name, theme }) => {
          // A preset does not change these three values.
          const chosen: Theme = { ...theme, logo, header, width }
          return (
            <button
              key={name}
              type="button"
              className="preset"
              aria-pressed={isSameTheme(props.theme, chosen)}
              onClick={() => props.onChange(chosen)}
            >
              <Swatch theme={theme} />
              {name}
            </button>
          )
        })}
      </div>
    </fieldset>
  )
}

function Swatch({ theme }: { readonly theme: Theme }): ReactElement {
  return (
    <svg className="swatch" viewBox="0 0 44 30" aria-hidden="true">
      <rect
        x="0.5"
        y="0.5"
        width="43"
        height="29"
        rx={theme.radius / 3}
        fill={theme.background}
        stroke={theme.quietText}
        strokeOpacity="0.4"
      />
      <rect x="7" y="7" width="18" height="3" rx="1.5" fill={theme.text} />
      <rect x="7" y="17" width="30" height="7" rx={Math.min(3.5, theme.radius / 4)} fill={theme.button} />
    </svg>
  )
}
