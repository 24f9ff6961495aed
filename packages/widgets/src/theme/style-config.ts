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
 * How a widget looks. Everything has a default.
 *
 * @example
 * const styles: StyleConfig = { colors: { primary: '#3b3bd6' }, container: { borderRadius: '16px' }, colorScheme: 'auto' }
 */
export interface StyleConfig {
  /** Arial. */
  readonly fontFamily?: string
  /** `auto` follows the person's own choice. Light where nothing is said. */
  readonly colorScheme?: 'light' | 'dark' | 'auto'
  readonly colors?: {
    /** #19303D */
    readonly primary?: string
    /** #5C727D */
    readonly secondary?: string
    /** #0C5A56 */
    readonly success?: string
    /** #8B1214 */
    readonly error?: string
  }
  readonly container?: {
    /** 400px. A number is in pixels. */
    readonly width?: string | number
    readonly borderColor?: string
    /** 8px. A number is in pixels. */
    readonly borderRadius?: string | number
    /** White. */
    readonly backgroundColor?: string
  }
  readonly buttons?: {
    readonly primary?: ButtonStyle
    readonly secondary?: ButtonStyle
    readonly disabled?: ButtonStyle
  }
  /** Their radius is 4px. */
  readonly inputs?: InputStyle
  /** At most 100 by 50 pixels are shown of it. */
  readonly logo?: { readonly logoImageUrl?: string }
  readonly hideHeaderText?: boolean
}
