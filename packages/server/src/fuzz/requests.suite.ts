import type { Endpoint } from '@latchkey/contract'
import fc from 'fast-check'
import * as z from 'zod'

/** Values that exist in the provider under test, by the names of the fields that accept them. */
export type Pool = Readonly<Record<string, readonly string[]>>

interface JsonSchema {
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  allOf?: JsonSchema[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  additionalProperties?: JsonSchema | boolean
  minimum?: number
  maximum?: number
  maxLength?: number
}

/** Texts that have broken servers before. */
export const nastyTexts: readonly string[] = [
  ...['', '\0', '\ud800', '\u202e', '\u200b', '\ufeff', '__proto__', 'constructor', 'prototype', 'toString'],
  ...["' or 1=1 --", '"; drop table users; --', '{"$gt":""}', '*)(uid=*))(|(uid=*', '#{7*7}', '{{7*7}}', '<%= 7*7 %>'],
  ...['a\r\nBcc: x@y.zz', '%00', '%0d%0a', '..%2f..%2fetc%2fpasswd', '../../etc/passwd', 'file:///etc/passwd'],
  ...[
    '"><img src=x onerror=canary()>',
    '<script>canary()</script>',
    'javascript:canary()',
    '//evil.example',
    '\\\\evil',
  ],
  ...['https://evil.example', 'https://app.example.com.evil.example/', 'https://app.example.com@evil.example/'],
  ...['http://[::ffff:127.0.0.1]/', 'https://app.example.com/authenticate', 'a@b.co', 'a@b@c.co', '"a b"@c.co'],
  ...[
    'ada@exämple.com',
    'ＡＤＡ@example.com',
    '+15005550006',
    '+0',
    '0151 234',
    '+15005550006;ext=1',
    '123456',
    '000000',
  ],
  ...['٣٤٥٦٧٨', '1e309', '-0', 'NaN', 'Infinity', 'null', 'true', '5', '-1', '2024-02-30T25:61:00Z', '0000-00-00'],
  ...['a'.repeat(43), 'x'.repeat(2_000), 'é'.repeat(600), 'eyJhbGciOiJub25lIn0.e30.', 'e30.e30.e30', '[]', '{}'],
]

const oddNumbers = [0, -0, -1, 0.5, 5, 30, 2 ** 31, 2 ** 53, -(2 ** 53), 1e308, 5e-324]
const nastyText = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...nastyTexts) },
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.base64String({ maxLength: 60 }),
)
/** Any value, instead of the expected one. */
const anything: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: nastyText },
  fc.constantFrom<unknown>(...oddNumbers, true, false, null, [], {}, [[]], [null], { length: 1 }, { toString: 1 }),
  fc.array(nastyText, { maxLength: 3 }),
  fc.jsonValue({ maxDepth: 3 }),
)

/** Fields that a request must never be able to set. */
export const assignable: readonly string[] = [
  ...['roles', 'user_id', 'email_verified', 'trusted_metadata', 'status', 'created_at', 'external_id', 'verified'],
  ...['__proto__', 'constructor', 'prototype', 'disabled_at', 'project_id', 'session_id', 'is_admin', 'actor'],
]

/** A body that matches the schema, with existing values from the pool. */
export function wellFormed(schema: z.ZodType, pool: Pool): fc.Arbitrary<unknown> {
  return fromSchema(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema, '', pool)
}

function fromSchema(schema: JsonSchema, name: string, pool: Pool): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const options = schema.anyOf ?? schema.oneOf
  if (options) return fc.oneof(...options.map((one) => fromSchema(one, name, pool)))
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
  switch (type) {
    case 'string':
      return text(name, pool)
    case 'boolean':
      return fc.boolean()
    case 'integer':
    case 'number':
      return fc.integer({ min: Math.ceil(schema.minimum ?? 0), max: Math.min(schema.maximum ?? 1e6, 2 ** 31 - 1) })
    case 'null':
      return fc.constant(null)
    case 'array':
      return fc.array(fromSchema(schema.items ?? {}, name, pool), { maxLength: 3 })
    case 'object':
      return object(schema, pool)
    default:
      return fc.jsonValue({ maxDepth: 2 })
  }
}

function object({ properties, required = [], additionalProperties }: JsonSchema, pool: Pool): fc.Arbitrary<unknown> {
  if (!properties) {
    const values =
      typeof additionalProperties === 'object'
        ? fromSchema(additionalProperties, '', pool)
        : fc.jsonValue({ maxDepth: 2 })
    return fc.dictionary(fc.oneof(nastyText, fc.constantFrom('en', 'google', 'a')), values, { maxKeys: 4 })
  }
  // Optional fields are rare, because each of them can be the reason to reject a request.
  const fields = Object.entries(properties).map(([name, one]) => {
    const given = fromSchema(one, name, pool)
    const optional = fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: given })
    return [name, required.includes(name) ? given : optional]
  })
  return fc.record(Object.fromEntries(fields) as Record<string, fc.Arbitrary<unknown>>)
}

function text(name: string, pool: Pool): fc.Arbitrary<string> {
  const known = pool[name]
  if (!known || known.length === 0) return fc.oneof(nastyText, fc.string({ maxLength: 20 }))
  return fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...known) }, nastyText)
}

/** One corruption of a body. The first kinds change the value, the others its text. */
type Corruption =
  | { kind: 'drop' | 'put'; at: number; value: unknown }
  | { kind: 'add'; name: string; value: unknown }
  | {
      kind: 'repeat' | 'nest' | 'swell' | 'cut' | 'spoil' | 'number' | 'byte order mark' | 'replace'
      at: number
      value: unknown
    }

const corruption: fc.Arbitrary<Corruption> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('drop' as const), at: fc.nat(20), value: fc.constant(null) }) },
  { weight: 8, arbitrary: fc.record({ kind: fc.constant('put' as const), at: fc.nat(20), value: anything }) },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('add' as const), name: fc.constantFrom(...assignable), value: anything }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constantFrom(
        'repeat' as const,
        'cut' as const,
        'spoil' as const,
        'number' as const,
        'byte order mark' as const,
      ),
      at: fc.nat(400),
      value: anything,
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('replace' as const), at: fc.constant(0), value: anything }) },
)
/** Rare, because they are slow. */
const giant: fc.Arbitrary<Corruption> = fc.record({
  kind: fc.constantFrom('nest' as const, 'swell' as const),
  at: fc.nat(20),
  value: fc.constantFrom(1_000_000, 70_000, 65_400),
})

/** The bytes of a request body: valid, almost valid, or invalid. */
export function body(schema: z.ZodType, pool: Pool): fc.Arbitrary<string | Uint8Array> {
  const corruptions = fc.oneof(
    { weight: 3, arbitrary: fc.constant<Corruption[]>([]) },
    { weight: 12, arbitrary: fc.array(corruption, { minLength: 1, maxLength: 3 }) },
    { weight: 1, arbitrary: giant.map((one) => [one]) },
  )
  return fc.tuple(wellFormed(schema, pool), corruptions).map(([value, done]) => corrupt(value, done))
}

function corrupt(value: unknown, corruptions: readonly Corruption[]): string | Uint8Array {
  const changed = corruptions.reduce(changeValue, value)
  // `JSON.stringify` escapes a lone surrogate, as intended.
  const text = JSON.stringify(changed) ?? 'null'
  return corruptions.reduce<string | Uint8Array>(changeText, text)
}

/** Sets a key as JSON does, so that `__proto__` is a normal name. */
function withKey(value: object, name: string, given: unknown): object {
  const copy = Object.fromEntries(Object.entries(value))
  Object.defineProperty(copy, name, { value: given, enumerable: true, configurable: true, writable: true })
  return copy
}

function changeValue(value: unknown, one: Corruption): unknown {
  if (one.kind === 'replace') return one.value
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  if (one.kind === 'add') return withKey(value, one.name, one.value)
  const names = Object.keys(value)
  if (names.length === 0) return value
  const name = names[one.at % names.length] ?? ''
  if (one.kind === 'put') return withKey(value, name, one.value)
  if (one.kind === 'drop') return Object.fromEntries(Object.entries(value).filter(([key]) => key !== name))
  if (one.kind === 'swell') return withKey(value, name, 'x'.repeat(Number(one.value)))
  return value
}

function changeText(text: string | Uint8Array, one: Corruption): string | Uint8Array {
  if (typeof text !== 'string') return text
  switch (one.kind) {
    case 'repeat': {
      const [name = '"a"'] = /"[^"]*"(?=:)/.exec(text) ?? []
      return text.replace(/^\{/, `{${name}:${JSON.stringify(one.value) ?? 'null'},`)
    }
    case 'cut':
      return text.slice(0, one.at % (text.length + 1))
    case 'spoil': {
      const bytes = Buffer.from(text)
      bytes[one.at % bytes.length] = 0xff
      return bytes
    }
    case 'number':
      return text.replace(
        /:\d+/,
        `:${['NaN', 'Infinity', '1e999', '-0', '9007199254740993', '0x10', '01'][one.at % 7]}`,
      )
    case 'byte order mark':
      return `\ufeff${text}`
    case 'nest':
      return `{"a":${'['.repeat(10_000)}${']'.repeat(10_000)}}`
    default:
      return text
  }
}

/** A value for a path parameter, percent-encoded. */
export function parameter(pool: Pool, name: string): fc.Arbitrary<string> {
  const raw = fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...(pool[name] ?? pool.id ?? ['x'])) }, nastyText)
  return raw
    .map((value) => encodeURIComponent(value.replace(/\p{Surrogate}/gu, '')).replaceAll('.', '%2E'))
    .filter((value) => value !== '')
}

/** The path of an endpoint with values for its parameters. */
export function filledPath(endpoint: Endpoint, pool: Pool): fc.Arbitrary<string> {
  const names = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '')
  return fc
    .tuple(...names.map((name) => parameter(pool, name)))
    .map((values) =>
      names.reduce((path, name, index) => path.replace(`{${name}}`, () => values[index] ?? 'x'), endpoint.path),
    )
}

/** A query or a form: names and values as strings, some names repeated. */
export function pairs(pool: Pool, names: readonly string[]): fc.Arbitrary<[string, string][]> {
  const one = fc
    .constantFrom(...names)
    .chain((name) => text(name, pool).map((value): [string, string] => [name, value.replace(/\p{Surrogate}/gu, '')]))
  return fc.array(one, { maxLength: 10 })
}

/** The same, with at least one repeated name. */
export function repeatedPairs(pool: Pool, names: readonly string[]): fc.Arbitrary<[string, string][]> {
  return pairs(pool, names).chain((some) => {
    const [[name] = [names[0] ?? '']] = some
    return text(name, pool).map((value): [string, string][] => [
      ...some,
      [name, value.replace(/\p{Surrogate}/gu, '')],
      [name, 'again'],
    ])
  })
}
