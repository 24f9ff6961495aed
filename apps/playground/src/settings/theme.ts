/** The part of the widget's look that can be set here; `login-props.ts` converts it to the widget's styles. */
export interface Theme extends Readonly<Record<Color, string>> {
  /** The theme that the other values change. */
  readonly base: Base
  /** `auto` follows the user's preference. */
  readonly scheme: Scheme
  readonly font: Font
  readonly radius: number
  readonly width: number
  /** Empty if there is no logo. */
  readonly logo: string
  readonly header: boolean
}

export const bases = { modern: 'Modern', default: 'Default' } as const
export type Base = keyof typeof bases

export const schemes = { auto: 'Follow the browser', light: 'Light', dark: 'Dark' } as const
export type Scheme = keyof typeof schemes

export const fonts = {
  Inter: 'Inter, system-ui, sans-serif',
  Arial: 'Arial, sans-serif',
  System: 'system-ui, sans-serif',
  Serif: 'Georgia, "Times New Roman", serif',
  Mono: 'ui-monospace, Menlo, Consolas, monospace',
} as const
export type Font = keyof typeof fonts

export const colorNames = {
  text: 'Text',
  quietText: 'Secondary text',
  background: 'Background',
  button: 'Button',
  buttonText: 'Button text',
  success: 'Success',
  error: 'Error',
} as const
export type Color = keyof typeof colorNames

export const sampleLogo = '/page/logo.svg'
export const widthBounds = { min: 280, max: 560 } as const
export const radiusBounds = { min: 0, max: 28 } as const

/** The colors of both themes, by scheme. Buttons default to the colors of text, inverted. */
const ownColors: Readonly<Record<Base, Readonly<Record<'light' | 'dark', Readonly<Record<Color, string>>>>>> = {
  modern: {
    light: {
      text: '#18181b',
      quietText: '#63636b',
      background: '#ffffff',
      button: '#18181b',
      buttonText: '#ffffff',
      success: '#15803d',
      error: '#b91c1c',
    },
    dark: {
      text: '#fafafa',
      quietText: '#a1a1aa',
      background: '#18181b',
      button: '#fafafa',
      buttonText: '#18181b',
      success: '#4ade80',
      error: '#fca5a5',
    },
  },
  default: {
    light: {
      text: '#19303d',
      quietText: '#5c727d',
      background: '#ffffff',
      button: '#19303d',
      buttonText: '#ffffff',
      success: '#0c5a56',
      error: '#8b1214',
    },
    dark: {
      text: '#e9eff2',
      quietText: '#a3b4bc',
      background: '#12191d',
      button: '#e9eff2',
      buttonText: '#12191d',
      success: '#63c7b8',
      error: '#ff9d96',
    },
  },
}

/** The initial theme of the playground. */
export const defaultTheme: Theme = ownTheme('auto', 'modern')

/** A theme without changes: the widget's default one, or `modern`. */
export function ownTheme(scheme: Scheme, base: Base = 'default'): Theme {
  return {
    ...ownColors[base][scheme === 'dark' ? 'dark' : 'light'],
    base,
    scheme,
    font: base === 'modern' ? 'Inter' : 'Arial',
    radius: base === 'modern' ? 18 : 8,
    width: 400,
    logo: '',
    header: true,
  }
}

/** Another scheme: colors that were those of the theme become those of the other scheme. */
export function withScheme(theme: Theme, scheme: Scheme): Theme {
  const before = ownTheme(theme.scheme, theme.base)
  const after = ownTheme(scheme, theme.base)
  const followed = colors.filter((name) => theme[name] === before[name]).map((name) => [name, after[name]])
  return { ...theme, ...Object.fromEntries(followed), scheme }
}

const colors = Object.keys(colorNames) as Color[]
const themeKeys = Object.keys(defaultTheme) as (keyof Theme)[]

export function isSameTheme(one: Theme, other: Theme): boolean {
  return themeKeys.every((key) => one[key] === other[key])
}

/** Reads a stored theme. Missing and invalid values get their default. */
export function readTheme(value: unknown): Theme {
  const stored = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>
  const known = themeKeys.filter((key) => isThemeValue(key, stored[key])).map((key) => [key, stored[key]])
  return { ...defaultTheme, ...Object.fromEntries(known) }
}

function isThemeValue(key: keyof Theme, value: unknown): boolean {
  if (key in colorNames) return typeof value === 'string' && /^#[\da-f]{6}$/.test(value)
  if (key === 'font') return typeof value === 'string' && Object.hasOwn(fonts, value)
  if (key === 'base') return typeof value === 'string' && Object.hasOwn(bases, value)
  if (key === 'scheme') return typeof value === 'string' && Object.hasOwn(schemes, value)
  if (key === 'radius') return isWithin(value, radiusBounds)
  if (key === 'width') return isWithin(value, widthBounds)
  return typeof value === typeof defaultTheme[key]
}

function isWithin(value: unknown, { min, max }: { min: number; max: number }): boolean {
  return typeof value === 'number' && value >= min && value <= max
}
