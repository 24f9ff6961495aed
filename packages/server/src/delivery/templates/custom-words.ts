import type { TemplateRecord, TemplateWords } from '../../storage/records.ts'

/** The words of the nearest language a template has: `pt-BR`, then `pt`, then English, then none. */
export function customWords(template: TemplateRecord | null, locale: string | undefined): TemplateWords {
  if (template === null) return {}
  const tag = (locale ?? 'en').toLowerCase()
  for (const candidate of [tag, tag.split('-')[0] ?? tag, 'en']) {
    if (Object.hasOwn(template.words, candidate)) return template.words[candidate] ?? {}
  }
  return {}
}

/** Ours, where a project has none of its own; what stands in double braces is filled in. */
export function inWords<W extends { [Name in keyof W]: string }>(
  ours: W,
  custom: TemplateWords | undefined,
  values: Readonly<Record<string, string>>,
): W {
  const own = Object.entries(custom ?? {})
    .filter(([name, text]) => Object.hasOwn(ours, name) && text !== undefined)
    .map(([name, text]) => [name, filled(text, values)])
  return { ...ours, ...Object.fromEntries(own) }
}

export function filled(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => (Object.hasOwn(values, name) ? (values[name] ?? '') : ''))
}
