/** One user of another product's export, in the form of `users import`. */
export interface MappedUser {
  /** Checked against the schema of a new user afterwards. */
  user: Record<string, unknown>
  /** Fields with a value that cannot be imported. They are counted and listed. */
  notImported: string[]
  /** Why the user cannot be imported at all. */
  problem?: string
}

/** Reads fields of an exported row and remembers which ones were read, so that the others can be reported. */
export interface SourceRow {
  /** A non-empty text; numbers become text. */
  text(...names: string[]): string | undefined
  flag(...names: string[]): boolean | undefined
  /** A non-empty object, also as the text of its JSON (CSV). */
  object(...names: string[]): Record<string, unknown> | undefined
  list(...names: string[]): unknown[]
  /** RFC 3339, from RFC 3339, PostgreSQL's form or milliseconds since 1970. */
  instant(...names: string[]): string | undefined
  /** Marks fields without user data as read. */
  skip(...names: string[]): void
  /** The names of fields that have a value and were not read. */
  rest(): string[]
}

export function sourceRow(fields: Readonly<Record<string, unknown>>): SourceRow {
  const read = new Set<string>()
  const value = (names: readonly string[]): unknown => {
    for (const name of names) read.add(name)
    return names.map((name) => fields[name]).find((one) => !isEmpty(one))
  }
  /** A value of the wrong type is reported like a field without a counterpart, not dropped. */
  const rejected = (names: readonly string[]): undefined => {
    for (const name of names) read.delete(name)
  }
  return {
    text(...names) {
      const found = value(names)
      if (found === undefined) return undefined
      return typeof found === 'string' ? found.trim() : typeof found === 'number' ? String(found) : rejected(names)
    },
    flag(...names) {
      for (const name of names) read.add(name)
      const found = names.map((name) => fields[name]).find((one) => one !== undefined && one !== null && one !== '')
      return found === undefined ? undefined : isTrue(found)
    },
    object(...names) {
      const found = value(names)
      const parsed = typeof found === 'string' ? parseJson(found) : found
      if (found === undefined) return undefined
      const isObject = typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)
      if (!isObject) return rejected(names)
      return Object.keys(parsed).length > 0 ? (parsed as Record<string, unknown>) : undefined
    },
    list(...names) {
      const found = value(names)
      const parsed = typeof found === 'string' ? (parseJson(found) ?? splitList(found)) : found
      return Array.isArray(parsed) ? parsed : parsed === undefined || parsed === null ? [] : [parsed]
    },
    instant(...names) {
      const found = value(names)
      return found === undefined ? undefined : toInstant(found)
    },
    skip(...names) {
      for (const name of names) read.add(name)
    },
    rest: () =>
      Object.keys(fields).filter((name) => !read.has(name) && !isEmpty(fields[name]) && fields[name] !== false),
  }
}

/** The first given value wins; fields without a value are left out. */
export function compact(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}

export interface Contact {
  value: string
  verified: boolean
}

/** The main address or number and the further ones, each once. */
export function contactFields(kind: 'email' | 'phone_number', contacts: readonly Contact[]): Record<string, unknown> {
  const [first, ...others] = contacts.filter(
    ({ value }, index) => contacts.findIndex((one) => one.value.toLowerCase() === value.toLowerCase()) === index,
  )
  if (!first) return {}
  const further = others.map(({ value, verified }) => ({ [kind]: value, verified }))
  const field = kind === 'email' ? 'additional_emails' : 'additional_phone_numbers'
  return {
    [kind]: first.value,
    [`${kind}_verified`]: first.verified,
    ...(further.length === 0 ? {} : { [field]: further }),
  }
}

/** `first_name` and `last_name`, from the parts or from the whole name. */
export function nameFields(
  first: string | undefined,
  last: string | undefined,
  whole?: string | undefined,
): Record<string, unknown> {
  if (first !== undefined || last !== undefined) return { name: compact({ first_name: first, last_name: last }) }
  if (whole === undefined) return {}
  const words = whole.split(/\s+/).filter((word) => word !== '')
  const family = words.length > 1 ? words.pop() : undefined
  return { name: compact({ first_name: words.join(' '), last_name: family }) }
}

/** E.164 needs its plus; some products store numbers without it. */
export function withPlus(number: string): string {
  return number.startsWith('+') ? number : `+${number}`
}

/** Exports in CSV put several values into one field. */
export function splitList(text: string): string[] {
  return text.split(/[|;,\s]+/).filter((one) => one !== '')
}

function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null) return true
  if (typeof value === 'string') return value.trim() === '' || /^(null|\[\]|\{\})$/.test(value.trim())
  return typeof value === 'object' && Object.keys(value).length === 0
}

function isTrue(value: unknown): boolean {
  return value === true || /^(true|t|1|yes)$/i.test(String(value))
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function toInstant(value: unknown): string {
  const isMilliseconds = typeof value === 'number' || /^\d{12,14}$/.test(String(value))
  const text = String(value)
    .trim()
    .replace(/(:\d\d(?:\.\d+)?[+-]\d\d)$/, '$1:00')
    .replace(' ', 'T')
  const date = new Date(isMilliseconds ? Number(value) : text)
  return Number.isNaN(date.getTime()) ? String(value) : date.toISOString()
}
