/** The names between braces in a text. */
type Placeholder<Text> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | Placeholder<Rest> : never

type Values<Text> = [Placeholder<Text>] extends [never]
  ? []
  : [values: { readonly [Name in Placeholder<Text>]: string }]

/** Looks a text of one table up. A placeholder without its value does not compile. */
export type Translate<Table> = <Key extends keyof Table & string>(key: Key, ...values: Values<Table[Key]>) => string

/** What a host page says instead of the built-in texts. */
export type Overrides = Readonly<Record<string, string | undefined>>

/** What of it is text. A host page may be written without types, or fetch its words: what is none says nothing. */
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
 * A name that nobody knows stays as it is: it shows where a translation went wrong. `{count:one=Zeile;other=Zeilen}` is
 * the word that goes with a number, by the rules of the language. What is filled in between words that are written from
 * right to left keeps its own direction, and turns none of them around.
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
    // A tag that is none has no rules.
    return of('other')
  }
}
