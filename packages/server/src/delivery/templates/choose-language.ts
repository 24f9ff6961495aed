import { primarySubtag } from '../../http/accept-language.ts'
import type { TemplateRecord, TemplateWords } from '../../storage/records.ts'
import { english, type MessageLanguage, matchLanguage } from './message-language.ts'

/**
 * The language of a message, and the texts of the project's template in it. A message is in one language: if a template
 * has no texts in any requested language, the whole message is in English.
 */
export function chooseLanguage(
  wanted: readonly string[],
  template: TemplateRecord | null,
): { language: MessageLanguage; custom: TemplateWords } {
  const written = template?.words ?? {}
  for (const tag of wanted) {
    const key = nearestKey(Object.keys(written), tag)
    if (key !== undefined) return { language: matchLanguage(tag) ?? english, custom: written[key] ?? {} }
  }
  if (Object.hasOwn(written, 'en')) return { language: english, custom: written.en ?? {} }
  for (const tag of wanted) {
    const language = matchLanguage(tag)
    if (language !== null) return { language, custom: {} }
  }
  return { language: english, custom: {} }
}

/** `pt-BR` finds `pt-br`, then `pt`, then any other variant of the language. */
function nearestKey(keys: readonly string[], tag: string): string | undefined {
  const lower = tag.toLowerCase().replaceAll('_', '-')
  const primary = primarySubtag(tag)
  return (
    keys.find((key) => key === lower) ??
    keys.find((key) => key === primary) ??
    keys.find((key) => primary !== '' && primarySubtag(key) === primary)
  )
}
