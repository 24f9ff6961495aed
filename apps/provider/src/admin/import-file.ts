import { extname } from 'node:path'
import { readChoice, UsageError } from '../command.ts'
import { parseCsv } from './parse-csv.ts'

/** One entry of a file and its position. */
export interface FileEntry {
  /** `line 7`, or `entry 7` of a JSON list. */
  place: string
  value: unknown
  /** Why it cannot be read at all. */
  problem?: string
}

const formats = ['json', 'ndjson', 'csv'] as const
const endings: Readonly<Record<string, (typeof formats)[number]>> = {
  '.json': 'json',
  '.ndjson': 'ndjson',
  '.jsonl': 'ndjson',
  '.csv': 'csv',
}

/** `ours` has the fields of `users import`; `foreign` has the fields of another product's export. */
export type FileKind = 'ours' | 'foreign'

export function readEntries(path: string, text: string, formatOption: string | undefined, kind: FileKind): FileEntry[] {
  const format =
    formatOption === undefined ? endings[extname(path).toLowerCase()] : readChoice('--format', formatOption, formats)
  switch (format) {
    case undefined:
      throw new UsageError(`The format of ${path} is unknown. Add --format ${formats.join(', ')}`)
    case 'json':
      return jsonEntries(path, text, kind)
    case 'ndjson':
      return text
        .split('\n')
        .map((line, index) => jsonEntry(line, `line ${index + 1}`, kind))
        .filter(({ value }) => value !== null)
    case 'csv':
      return csvEntries(path, text, kind)
    default:
      return format satisfies never
  }
}

function jsonEntries(path: string, text: string, kind: FileKind): FileEntry[] {
  let content: unknown
  try {
    content = JSON.parse(text)
  } catch {
    throw new UsageError(`${path} is not valid JSON`)
  }
  const list = typeof content === 'object' && content !== null && 'users' in content ? content.users : content
  if (!Array.isArray(list)) throw new UsageError(`${path} does not contain a list of users`)
  return list.map((value: unknown, index) => ({
    place: `entry ${index + 1}`,
    value: kind === 'ours' ? withName(value) : value,
  }))
}

function jsonEntry(line: string, place: string, kind: FileKind): FileEntry {
  if (line.trim() === '') return { place, value: null }
  try {
    const value: unknown = JSON.parse(line)
    return { place, value: kind === 'ours' ? withName(value) : value }
  } catch {
    return { place, value: {}, problem: 'is not JSON' }
  }
}

const names = ['first_name', 'middle_name', 'last_name'] as const

/** Accepts the three parts of the name at the top level too. */
function withName(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const { first_name, middle_name, last_name, ...rest } = value as Record<string, unknown>
  const flat = { first_name, middle_name, last_name }
  if (names.every((name) => flat[name] === undefined)) return value
  return { ...rest, name: { ...(rest.name as object | undefined), ...flat } }
}

type Read = (text: string) => unknown

const flag: Read = (text) =>
  ({ true: true, '1': true, yes: true, false: false, '0': false, no: false })[text.toLowerCase()] ?? text

const columns: Readonly<Record<string, Read>> = {
  user_id: String,
  email: String,
  email_verified: flag,
  additional_emails: JSON.parse,
  phone_number: String,
  phone_number_verified: flag,
  additional_phone_numbers: JSON.parse,
  status: String,
  disabled: flag,
  first_name: String,
  middle_name: String,
  last_name: String,
  external_id: String,
  roles: (text) => text.split(';').map((role) => role.trim()),
  password_hash: String,
  created_at: String,
  trusted_metadata: JSON.parse,
  untrusted_metadata: JSON.parse,
}

function csvEntries(path: string, text: string, kind: FileKind): FileEntry[] {
  const [head, ...records] = parseCsv(text)
  const headings = head?.fields.map((field) => field.trim()) ?? []
  const unknown = kind === 'ours' ? headings.find((heading) => !Object.hasOwn(columns, heading)) : undefined
  if (unknown !== undefined)
    throw new UsageError(
      `${path} has an unknown column ${JSON.stringify(unknown)}. Known columns: ${Object.keys(columns).join(', ')}`,
    )
  const repeated = headings.find((heading, index) => headings.indexOf(heading) !== index)
  if (repeated !== undefined) throw new UsageError(`${path} has the column ${JSON.stringify(repeated)} twice`)
  return records.map(({ line, fields, problem }) => {
    const place = `line ${line}`
    if (problem !== undefined) return { place, value: {}, problem }
    if (fields.length > headings.length) return { place, value: {}, problem: 'has more fields than there are columns' }
    const value: Record<string, unknown> = {}
    for (const [index, heading] of headings.entries()) {
      const field = fields[index] ?? ''
      // An empty field is a missing value.
      if (field === '') continue
      try {
        value[heading] = kind === 'ours' ? columns[heading]?.(field) : field
      } catch {
        return { place, value: {}, problem: `${heading} is not JSON` }
      }
    }
    return { place, value: kind === 'ours' ? withName(value) : value }
  })
}
