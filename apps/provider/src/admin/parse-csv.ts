/** A record of a file, and the line it begins in. */
export interface CsvRecord {
  line: number
  fields: string[]
}

/** RFC 4180: fields by comma, quoted ones may hold commas, line breaks and doubled quotes. Empty lines are none. */
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
    if (fields.length > 1 || field !== '') records.push({ line: begun, fields })
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
  if (field !== '' || fields.length > 0) endRecord()
  return records
}
