/** A record of a file, and the line it begins in. */
export interface CsvRecord {
  line: number
  fields: string[]
  /** Why the record cannot be trusted. */
  problem?: string
}

/**
 * RFC 4180: fields are separated by commas; quoted fields may contain commas, line breaks and doubled quotes. Empty
 * lines are skipped. A quoted field that does not end contains the rest of the file: its record has a problem.
 */
export function parseCsv(text: string): CsvRecord[] {
  const records: CsvRecord[] = []
  const source = text.replace(/^\ufeff/, '')
  let fields: string[] = []
  let field = ''
  let isQuoted = false
  let line = 1
  let begun = 1
  const endRecord = (): void => {
    fields.push(field)
    const problem = isQuoted ? { problem: 'has a quoted field that does not end; the lines after it are lost' } : {}
    if (fields.length > 1 || field !== '' || isQuoted) records.push({ line: begun, fields, ...problem })
    fields = []
    field = ''
    begun = line
  }
  for (let index = 0; index < source.length; index += 1) {
    const sign = source[index] ?? ''
    if (sign === '\n') line += 1
    if (isQuoted) {
      if (sign !== '"') field += sign
      else if (source[index + 1] === '"') {
        field += '"'
        index += 1
      } else isQuoted = false
    } else if (sign === '"' && field === '') isQuoted = true
    else if (sign === ',') {
      fields.push(field)
      field = ''
    } else if (sign === '\n') endRecord()
    else if (sign !== '\r' || source[index + 1] !== '\n') field += sign
  }
  if (field !== '' || fields.length > 0 || isQuoted) endRecord()
  return records
}
