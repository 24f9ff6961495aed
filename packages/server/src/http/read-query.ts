import { ProviderError } from '../core/provider-error.ts'

/** A repeated parameter is rejected because it is ambiguous. */
export function readQuery(request: Request): Record<string, string> {
  const query: Record<string, string> = Object.create(null)
  for (const [name, value] of new URL(request.url).searchParams) {
    if (name in query) {
      const issue = { dataPath: '.*', message: 'must not be given twice', keyword: 'format', schemaPath: '#/format' }
      throw new ProviderError('schema_error', { issues: { query: [{ ...issue, params: {} }] } })
    }
    query[name] = value
  }
  return query
}
