export interface ButtonStyle {
  readonly backgroundColor?: string
  readonly textColor?: string
  readonly borderColor?: string
  /** A number is in pixels. */
  readonly borderRadius?: string | number
}

export interface InputStyle extends ButtonStyle {
  readonly placeholderColor?: string
}

/**
 * How a widget looks. Every token has a default. A color may be `light-dark(a, b)`: it follows `colorScheme`.
 *
 * @example
 * const styles: StyleConfig = { colors: { primary: '#3b3bd6' }, container: { borderRadius: '16px' }, colorScheme: 'auto' }
 */
export interface StyleConfig {
  /** @default 'Arial, sans-serif' */
  readonly fontFamily?: string
  /** `auto` follows the user's preference. @default 'light' */
  readonly colorScheme?: 'light' | 'dark' | 'auto'
  readonly colors?: {
    /** @default '#19303D' */
    readonly primary?: string
    /** @default '#5C727D' */
    readonly secondary?: string
    /** @default '#0C5A56' */
    readonly success?: string
    /** @default '#8B1214' */
    readonly error?: string
    /** Focus rings. Defaults to the primary color. */
    readonly focus?: string
  }
  readonly container?: {
    /** A number is in pixels. @default 400 */
    readonly width?: string | number
    /** Defaults to a mix of secondary color and background. */
    readonly borderColor?: string
    /** A number is in pixels. @default 8 */
    readonly borderRadius?: string | number
    /** @default 'white' */
    readonly backgroundColor?: string
    /** A CSS `box-shadow`. */
    readonly shadow?: string
  }
  readonly title?: {
    /** A number is in pixels. @default 24 */
    readonly size?: string | number
    /** @default 700 */
    readonly weight?: string | number
    /** Also aligns the logo and the texts under the title. @default 'start' */
    readonly align?: 'start' | 'center'
    /** Shows "to continue to {project}" under the title of the first screen. @default false */
    readonly subtitle?: boolean
  }
  /** Body text. */
  readonly text?: {
    /** A number is in pixels. @default 16 */
    readonly size?: string | number
  }
  /** Labels, tabs, links, errors and other small text. */
  readonly label?: {
    /** A number is in pixels. @default 14 */
    readonly size?: string | number
    /** @default 700 */
    readonly weight?: string | number
  }
  /** Buttons and inputs. */
  readonly controls?: {
    /** At least 44px on touch screens. A number is in pixels. Defaults to 45 for buttons and 47 for inputs. */
    readonly height?: string | number
    /** Font size, at least 16px on touch screens. A number is in pixels. @default 16 */
    readonly size?: string | number
    /** Font weight of buttons. @default 700 */
    readonly weight?: string | number
    /** Between buttons. A number is in pixels. @default 10 */
    readonly gap?: string | number
    /** Room that is kept for an error under a field. A number is in pixels. @default 20 */
    readonly errorSpace?: string | number
    /** Icons of provider buttons: at the button's edge, or directly before the label. @default 'edge' */
    readonly icons?: 'edge' | 'label'
  }
  readonly buttons?: {
    readonly primary?: ButtonStyle
    readonly secondary?: ButtonStyle
    readonly disabled?: ButtonStyle
  }
  /** The default radius is 4px. It is also that of buttons without one. */
  readonly inputs?: InputStyle
  /** Shown with at most 100 by 50 pixels. */
  readonly logo?: { readonly logoImageUrl?: string }
  readonly hideHeaderText?: boolean
  /** Small animations. Always off for users who prefer reduced motion. @default 'none' */
  readonly motion?: 'none' | 'quiet'
}
