/** The names between braces in a text. */
type Placeholder<Text> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | Placeholder<Rest> : never

type Values<Text> = [Placeholder<Text>] extends [never]
  ? []
  : [values: { readonly [Name in Placeholder<Text>]: string }]

/** Looks up a text of one table. A missing placeholder value is a compile error. */
export type Translate<Table> = <Key extends keyof Table & string>(key: Key, ...values: Values<Table[Key]>) => string

/** Texts of the host page that replace the built-in ones. */
export type Overrides = Readonly<Record<string, string | undefined>>

/** Keeps only values that are strings: a host page may be written without types or load its texts. */
export function textsOf(strings: object): Overrides {
  return Object.fromEntries(Object.entries(strings).filter(([, text]) => typeof text === 'string'))
}

export function createTranslate<Table extends Readonly<Record<string, string>>>(
  table: Table,
  overrides: Overrides,
): Translate<Table> {
  return (key, ...values) => fill(overrides[key] ?? table[key] ?? key, values[0], overrides)
}

/**
 * Fills in placeholders. An unknown placeholder stays visible, which shows a mistake in a translation.
 * `{count:one=Zeile;other=Zeilen}` selects the plural form of the language. Values in right-to-left texts are isolated,
 * so that they keep their own direction.
 */
function fill(text: string, values: Readonly<Record<string, string>> = {}, overrides: Overrides = {}): string {
  const { 'locale.language': language, 'locale.direction': direction } = overrides
  return text.replace(/\{(\w+)(:[^}]*)?\}/g, (braced, name: string, forms?: string) => {
    const value = values[name]
    if (value === undefined) return braced
    if (forms) return formFor(value, forms, language) ?? braced
    return direction === 'rtl' ? `\u2068${value}\u2069` : value
  })
}

function formFor(value: string, forms: string, language: string | undefined): string | undefined {
  const of = (name: string): string | undefined => RegExp(`[:;]${name}=([^;]*)`).exec(forms)?.[1]
  try {
    return of(new Intl.PluralRules(language || undefined).select(Number(value))) ?? of('other')
  } catch {
    // An invalid language tag has no plural rules.
    return of('other')
  }
}
