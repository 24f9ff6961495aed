import type { TemplateWords } from '../../storage/records.ts'

/** The built-in texts, replaced by those of the project's template, in which `{{name}}` is filled in. */
export function withCustomWords<W extends { [Name in keyof W]: string }>(
  builtIn: W,
  custom: TemplateWords,
  values: Readonly<Record<string, string>>,
): W {
  const own = Object.entries(custom)
    .filter(([name, text]) => Object.hasOwn(builtIn, name) && text !== undefined)
    .map(([name, text]) => [name, fill(text, values)])
  return { ...builtIn, ...Object.fromEntries(own) }
}

function fill(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => (Object.hasOwn(values, name) ? (values[name] ?? '') : ''))
}
