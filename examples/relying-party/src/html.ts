/** Escaped HTML. */
export interface Markup {
  readonly markup: string
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Escapes text, inserts HTML unchanged and joins lists. */
export function html(texts: TemplateStringsArray, ...values: readonly (string | Markup | readonly Markup[])[]): Markup {
  const written = values.map((value) =>
    typeof value === 'string'
      ? value.replace(/[&<>"']/g, (character) => entities[character] ?? '')
      : [value]
          .flat()
          .map(({ markup }) => markup)
          .join(''),
  )
  return { markup: String.raw({ raw: texts }, ...written) }
}
