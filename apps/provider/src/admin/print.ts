import { withProgramName } from '../program.ts'
import { paint, type Terminal } from '../terminal.ts'

/** A column: its heading, and its cell for a row. */
export type Column<Row> = [heading: string, cell: (row: Row) => string]

/** Prints aligned columns. The last column is not padded. */
export function printTable<Row>(
  terminal: Terminal,
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  empty: string,
): void {
  if (rows.length === 0) {
    terminal.out(`${withProgramName(empty, terminal.program)}\n`)
    return
  }
  const { bold } = paint(terminal)
  const cells = rows.map((row) => columns.map(([, cell]) => oneLine(cell(row))))
  const headings = columns.map(([heading]) => heading)
  const widths = headings.map((heading, index) =>
    Math.max(heading.length, ...cells.map((row) => row[index]?.length ?? 0)),
  )
  const line = (texts: readonly string[]): string =>
    texts
      .map((text, index) => (index === texts.length - 1 ? text : text.padEnd(widths[index] ?? 0)))
      .join('  ')
      .trimEnd()
  terminal.out(`${bold(line(headings))}\n${cells.map((row) => `${line(row)}\n`).join('')}`)
}

/** Prints one field per line. */
export function printFields(terminal: Terminal, fields: readonly (readonly [string, string])[]): void {
  const width = Math.max(...fields.map(([name]) => name.length)) + 2
  terminal.out(fields.map(([name, value]) => `${`${name.padEnd(width)}${oneLine(value)}`.trimEnd()}\n`).join(''))
}

export function printJson(terminal: Terminal, value: unknown): void {
  terminal.out(`${withoutControls(JSON.stringify(value, null, 2))}\n`)
}

/** A line of NDJSON. */
export function jsonLine(value: unknown): string {
  return `${withoutControls(JSON.stringify(value))}\n`
}

/** JSON.stringify does not escape the C1 control characters and changes of text direction, which terminals interpret. */
function withoutControls(json: string): string {
  return json.replace(
    /[\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** `1 row`, `2 rows`. */
export function counted(amount: number, one: string, many = `${one}s`): string {
  return `${amount} ${amount === 1 ? one : many}`
}

/** `2027-01-15 08:00`, in UTC. */
export function when(timestamp: string | null): string {
  return timestamp === null ? '' : timestamp.replace(/T(\d\d:\d\d).*$/, ' $1')
}

/** Removes control characters of untrusted text, which could move the cursor or change color or text direction. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]+/gu, ' ')
}
