import { createOpenApiDocument } from '@latchkey/contract/openapi'
import fc from 'fast-check'

/** A response of a hostile or broken server. */
export interface Hostile {
  /** The seed of a response of the called operation, with untrusted values. */
  drawnFrom: number
  /** Replaces the generated response, if set. */
  bad: { status: number; type: string; text: string } | null
}

interface Schema {
  $ref?: string
  type?: string
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  additionalProperties?: Schema | boolean
}

interface Operation {
  responses?: Record<string, { content?: Record<string, { schema?: Schema }> }>
}

/** Texts that must be shown as text, never as markup. */
export const words: readonly string[] = [
  ...[
    '<img src=x onerror=canary()>',
    '"><script>canary()</script>',
    'javascript:canary()',
    'data:text/html,<b>x',
    '//evil.example',
  ],
  ...[
    '',
    '\0',
    '\u202eevil',
    'a; Path=/; Domain=evil.example',
    'x'.repeat(3_000),
    '__proto__',
    '{{7*7}}',
    '%s',
    '{email}',
    '𝒳',
  ],
  ...[
    '2031-01-01T00:00:00Z',
    'not a date',
    'https://app.example.com/next',
    'https://user@evil.example/',
    'ada@example.com',
    '+12025550123',
  ],
]
const word = fc.constantFrom(...words)

/** Every operation of the SDK API and its response, from the published OpenAPI document. */
const document = createOpenApiDocument({ baseUrl: 'https://auth.example.com' }) as unknown as {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}

function fromSchema(schema: Schema, depth = 0): fc.Arbitrary<unknown> {
  if (schema.$ref) return fromSchema(document.components.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {}, depth + 1)
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((one) => fromSchema(one, depth + 1)))
  if (depth > 12) return fc.constant(null)
  switch (schema.type) {
    case 'string':
      return word
    case 'boolean':
      return fc.boolean()
    case 'integer':
    case 'number':
      return fc.constantFrom(200, 0, 1, -1, 8, 1e308, 60)
    case 'null':
      return fc.constant(null)
    case 'array':
      return fc.array(fromSchema(schema.items ?? {}, depth + 1), { maxLength: 2 })
    case 'object': {
      const { properties, required = [] } = schema
      if (!properties) return fc.dictionary(word, fc.jsonValue({ maxDepth: 1 }), { maxKeys: 2 })
      const fields = Object.entries(properties).map(([name, one]) => [name, fromSchema(one, depth + 1)])
      return fc.record(Object.fromEntries(fields) as Record<string, fc.Arbitrary<unknown>>, { requiredKeys: required })
    }
    default:
      return fc.jsonValue({ maxDepth: 1 })
  }
}

const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).flatMap(([method, { responses }]) => {
    const schema = responses?.['200']?.content?.['application/json']?.schema
    if (!schema || !path.startsWith('/sdk/v1')) return []
    const pattern = new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`)
    return [{ method: method.toUpperCase(), path: pattern, answer: fromSchema(schema) }]
  }),
)

const text = fc.oneof(
  fc
    .record({
      error_type: fc.oneof(
        word,
        fc.constantFrom('session_not_found', 'invalid_code', 'captcha_required', 'reset_password'),
      ),
      error_message: word,
      status_code: fc.constantFrom<unknown>(400, '400', null),
    })
    .map((body) => JSON.stringify(body)),
  fc.jsonValue({ maxDepth: 2 }).map((body) => JSON.stringify({ data: body })),
  fc.constantFrom('', '<html>', '{"data":', 'null', '[]', '{"data":{"__proto__":{"polluted":1}}}', 'Captcha required'),
)

export const hostile: fc.Arbitrary<Hostile> = fc.record({
  drawnFrom: fc.nat(),
  bad: fc.oneof(
    { weight: 2, arbitrary: fc.constant(null) },
    {
      weight: 3,
      arbitrary: fc.record({
        status: fc.constantFrom(200, 201, 302, 400, 401, 403, 404, 429, 500, 503),
        type: fc.constantFrom('application/json', 'application/json', 'text/html', ''),
        text,
      }),
    },
  ),
})

export function toResponse({ drawnFrom, bad }: Hostile, method: string, pathname: string): Response {
  if (bad) return new Response(bad.text, { status: bad.status, headers: bad.type ? { 'content-type': bad.type } : {} })
  const operation = operations.find((one) => one.method === method && one.path.test(pathname))
  const [body] = operation ? fc.sample(operation.answer, { numRuns: 1, seed: drawnFrom }) : [{ data: {} }]
  return new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } })
}
