/** The page inside the hidden frame (`packages/frame`), as text. */
export interface Frame {
  html: string
  script: string
  /** Parses phone numbers; loaded on first use. */
  phoneScript: string
}
