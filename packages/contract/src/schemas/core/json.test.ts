import { describe, expect, it } from 'vitest'
import { jsonDepth, jsonObject } from './json.ts'

const accepts = (value: unknown): boolean => jsonObject.safeParse(value).success

/** Objects, or lists below an object, nested `levels` deep. */
const nested = (levels: number, open = '{"a":', close = '}'): unknown =>
  JSON.parse(`{"a":${open.repeat(levels - 1)}1${close.repeat(levels - 1)}}`)

describe('jsonObject', () => {
  it('accepts any JSON object unchanged', () => {
    const value = { a: 1, b: [true, null, 'x', { c: -0.5 }], '': {}, constructor: 'Ferrari', toString: 1 }
    expect(jsonObject.parse(value)).toEqual(value)
  })

  it('rejects values that are not objects', () => {
    expect([null, undefined, 1, 'x', true, [], [{}]].filter(accepts)).toEqual([])
  })

  it('accepts 20 levels and rejects 21, in objects and in lists', () => {
    expect(jsonDepth).toBe(20)
    expect([accepts(nested(20)), accepts(nested(21))]).toEqual([true, false])
    expect([accepts(nested(20, '[', ']')), accepts(nested(21, '[', ']'))]).toEqual([true, false])
  })

  it('does not overflow the stack on deep nesting', () => {
    let value: unknown = 1
    for (let level = 0; level < 100_000; level++) value = { a: value }
    expect(accepts(value)).toBe(false)
    const circle: Record<string, unknown> = {}
    circle.self = circle
    expect(accepts(circle)).toBe(false)
  })

  it('rejects a __proto__ key on any level', () => {
    const hostile = ['{"__proto__":{"admin":true}}', '{"a":{"__proto__":1}}', '{"a":[{"__proto__":null}]}']
    expect(hostile.filter((source) => accepts(JSON.parse(source)))).toEqual([])
    expect(Object.prototype).not.toHaveProperty('admin')
  })

  it('rejects NUL and unpaired surrogates in values and in keys', () => {
    const hostile = [{ a: '\0' }, { '\0': 1 }, { a: ['\ud83d'] }, { a: { '\udc4b': 1 } }]
    expect(hostile.filter(accepts)).toEqual([])
  })

  it('rejects NaN, infinite numbers and non-JSON values', () => {
    const hostile = [JSON.parse('{"a":1e999}'), { a: Number.NaN }, { a: undefined }, { a: 1n }, { a: () => 1 }]
    expect(hostile.filter(accepts)).toEqual([])
  })
})
