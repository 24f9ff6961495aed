import { describe, expect, it } from 'vitest'
import type * as z from 'zod'
import type { JsonObject, JsonValue } from '../../core/endpoint.ts'
import { createJsonSchemas } from '../../openapi/json-schemas.ts'
import { noBody, noData } from '../core/base.ts'
import { endpointSchemas } from './endpoint-schemas.ts'

const jsonSchemas = createJsonSchemas()
const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const record = (value: JsonValue | undefined): JsonObject => (isObject(value) ? value : {})

function resolve(schema: JsonObject): JsonObject {
  const id = typeof schema.$ref === 'string' ? schema.$ref.split('/').at(-1) : undefined
  return id === undefined ? schema : record(jsonSchemas.components[id])
}

/** A valid value with every described field. */
function sample(described: JsonObject): JsonValue {
  const schema = resolve(described)
  const choice = [schema.anyOf, schema.oneOf].find(Array.isArray)
  if (choice) return sample(record(choice.at(0)))
  if (Array.isArray(schema.allOf)) return Object.assign({}, ...schema.allOf.map((part) => record(sample(record(part)))))
  if (schema.const !== undefined) return schema.const
  if (Array.isArray(schema.enum)) return schema.enum[0] ?? null
  if (schema.type === 'string') return 'x'
  if (schema.type === 'boolean') return true
  if (schema.type === 'null') return null
  if (schema.type === 'array') return [sample(record(schema.items))]
  if (schema.type === 'object') {
    return Object.fromEntries(
      Object.entries(record(schema.properties)).map(([key, property]) => [key, sample(record(property))]),
    )
  }
  return schema.minimum ?? 1
}

/** Every variant of a value with one leaf replaced that matches `where`. */
function* variants(value: JsonValue, where: (leaf: JsonValue) => boolean, replacement: unknown): Generator<unknown> {
  if (where(value)) yield replacement
  if (typeof value !== 'object' || value === null) return
  for (const [key, child] of Object.entries(value)) {
    for (const changed of variants(child, where, replacement)) {
      if (!Array.isArray(value)) yield { ...value, [key]: changed }
      else yield value.map((item, index) => (String(index) === key ? changed : item))
    }
  }
}

/** Adds unknown fields, including a prototype key, to every object of the value. */
function withUnknownFields(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(withUnknownFields)
  if (!isObject(value)) return value
  // A dictionary of the caller's own keeps what it is given.
  if (Object.keys(value).length === 0) return value
  const known = Object.entries(value).map(([key, child]) => [key, withUnknownFields(child)])
  const unknownFields: JsonObject = JSON.parse('{"roles":["admin"],"is_locked":false,"__proto__":{"polluted":true}}')
  return { ...unknownFields, ...Object.fromEntries(known) }
}

/** Null removes the value of these fields. */
const withoutNullable = (value: JsonValue): JsonValue =>
  isObject(value)
    ? Object.fromEntries(
        Object.entries(value).filter(([key]) => !['sso_default_connection_id', 'sha1_accepted_until'].includes(key)),
      )
    : value

const fits = (schema: z.ZodType, value: unknown): boolean => schema.safeParse(value).success

const requests = Object.entries(endpointSchemas)
  .filter(([, { request }]) => request !== noBody)
  .map(([name, { request }]) => ({ name, schema: request as z.ZodType, value: sample(jsonSchemas.of(request)) }))

it('tries every field of every request', () => {
  const texts = requests.flatMap(({ value }) => [...variants(value, (leaf) => typeof leaf === 'string', '')])
  const numbers = requests.flatMap(({ value }) => [...variants(value, (leaf) => typeof leaf === 'number', 0)])
  expect({ requests: requests.length, texts: texts.length, numbers: numbers.length }).toMatchInlineSnapshot(`
    {
      "numbers": 70,
      "requests": 113,
      "texts": 595,
    }
  `)
})

describe.each(requests)('the request of $name', ({ schema, value }) => {
  it('accepts a valid body and returns it unchanged', () => {
    expect(schema.parse(value)).toEqual(value)
  })

  it('removes unknown fields on every level', () => {
    const parsed = schema.parse(withUnknownFields(value))
    expect(parsed).toEqual(value)
    expect(JSON.stringify(parsed)).toBe(JSON.stringify(schema.parse(value)))
    expect(parsed).not.toHaveProperty('polluted')
  })

  it('rejects NUL and unpaired surrogates in every string', () => {
    const isText = (leaf: JsonValue) => typeof leaf === 'string'
    for (const hostile of ['x\0', '\ud83d', '\udc4bx']) {
      const bodies = [...variants(value, isText, hostile)]
      expect(bodies.filter((body) => fits(schema, body))).toEqual([])
    }
  })

  it('rejects overlong strings in every field', () => {
    const endless = 'x'.repeat(1_000_000)
    const bodies = [...variants(value, (leaf) => typeof leaf === 'string', endless)]
    expect(bodies.filter((body) => fits(schema, body)).length).toBe(0)
  })

  it('rejects every other type in every field', () => {
    for (const type of ['string', 'number', 'boolean']) {
      const isOfType = (leaf: JsonValue) => typeof leaf === type
      for (const wrong of [null, [], {}, 'x', 1, true].filter((other) => typeof other !== type)) {
        const bodies = [...variants(wrong === null ? withoutNullable(value) : value, isOfType, wrong)]
        expect(bodies.filter((body) => fits(schema, body))).toEqual([])
      }
    }
  })

  it('rejects numbers that are fractional, infinite or out of range', () => {
    for (const wrong of [Number.NaN, Number.POSITIVE_INFINITY, -1, 5.5, 2 ** 53]) {
      const bodies = [...variants(value, (leaf) => typeof leaf === 'number', wrong)]
      expect(bodies.filter((body) => fits(schema, body))).toEqual([])
    }
  })

  it('rejects bodies that are not objects', () => {
    const wrong = [undefined, null, 1, 'x', true, Array.isArray(value) ? {} : []]
    expect(wrong.filter((body) => fits(schema, body))).toEqual([])
  })
})

const responses = Object.entries(endpointSchemas)
  .filter(([, { response }]) => response !== noData)
  .map(([name, { response }]) => ({ name, schema: response as z.ZodType, value: sample(jsonSchemas.of(response)) }))

describe.each(responses)('the response of $name', ({ schema, value }) => {
  it('has a request id and a status, and accepts a valid response', () => {
    expect(schema.parse(value)).toEqual(value)
    expect(fits(schema, { ...record(value), request_id: undefined })).toBe(false)
    expect(fits(schema, { ...record(value), status_code: undefined })).toBe(false)
  })
})

describe('bounds', () => {
  const bounds = (schema: z.ZodType, body: JsonObject, field: string, values: unknown[]) =>
    values.map((value) => fits(schema, { ...body, [field]: value }))

  it('limits a session to 5 to 527040 minutes', () => {
    const { request } = endpointSchemas.sessionsAuthenticate
    const values = [4, 5, 527_040, 527_041]
    expect(bounds(request, {}, 'session_duration_minutes', values)).toEqual([false, true, true, false])
    expect(fits(request, {})).toBe(true)
  })

  it('limits a passcode to 1 to 10 minutes', () => {
    const { request } = endpointSchemas.otpsEmailLoginOrCreate
    const values = [0, 1, 10, 11]
    expect(bounds(request, { email: 'a@b.co' }, 'expiration_minutes', values)).toEqual([false, true, true, false])
  })

  it('limits links and resets to 5 to 10080 minutes', () => {
    const values = [4, 5, 10_080, 10_081]
    for (const [schema, field] of [
      [endpointSchemas.magicLinksEmailLoginOrCreate.request, 'login_expiration_minutes'],
      [endpointSchemas.magicLinksEmailLoginOrCreate.request, 'signup_expiration_minutes'],
      [endpointSchemas.passwordsEmailResetStart.request, 'login_expiration_minutes'],
      [endpointSchemas.passwordsEmailResetStart.request, 'reset_password_expiration_minutes'],
      [endpointSchemas.b2bMagicLinksEmailLoginOrSignup.request, 'login_expiration_minutes'],
      [endpointSchemas.b2bMagicLinksEmailLoginOrSignup.request, 'signup_expiration_minutes'],
      [endpointSchemas.b2bMagicLinksEmailInvite.request, 'invite_expiration_minutes'],
      [endpointSchemas.b2bMagicLinksEmailDiscoverySend.request, 'discovery_expiration_minutes'],
      [endpointSchemas.b2bPasswordsEmailResetStart.request, 'reset_password_expiration_minutes'],
      [endpointSchemas.b2bPasswordsDiscoveryResetStart.request, 'reset_password_expiration_minutes'],
    ] as const) {
      const body = { email: 'a@b.co', email_address: 'a@b.co', organization_id: 'o' }
      expect(bounds(schema, body, field, values)).toEqual([false, true, true, false])
    }
  })

  it('limits the enrollment of an authenticator app to 5 to 1440 minutes', () => {
    const { request } = endpointSchemas.totpsCreate
    expect(bounds(request, {}, 'expiration_minutes', [4, 5, 1_440, 1_441])).toEqual([false, true, true, false])
  })

  it('does not check the format of email addresses and phone numbers', () => {
    expect(fits(endpointSchemas.usersSearch.request, { email: 'no address' })).toBe(true)
    expect(fits(endpointSchemas.otpsSmsLoginOrCreate.request, { phone_number: 'no number' })).toBe(true)
  })

  it('accepts every factor of a session, including OAuth providers', () => {
    const { response } = endpointSchemas.sessionsAuthenticate
    const body = record(sample(jsonSchemas.of(response)))
    const factor = {
      type: 'oauth',
      delivery_method: 'oauth_google',
      last_authenticated_at: 'x',
      created_at: 'x',
      updated_at: 'x',
      google_oauth_factor: { id: 'x', email_id: 'x', provider_subject: 'x' },
    }
    const session = { ...record(body.session), authentication_factors: [factor] }
    expect(response.parse({ ...body, session }).session.authentication_factors).toEqual([factor])
    const broken = { ...factor, google_oauth_factor: { id: 1 } }
    expect(fits(response, { ...body, session: { ...session, authentication_factors: [broken] } })).toBe(false)
  })
})
