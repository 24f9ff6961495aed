import { describe, expect, it } from 'vitest'
import { validate } from './validate.ts'

function problem(types: string, fields: Record<string, unknown>): string | undefined {
  try {
    validate('group.method', types, fields)
    return undefined
  } catch (error) {
    return (error as Error).message
  }
}

describe('a usage check', () => {
  it('names the method and the field [C-VAL-01]', () => {
    expect(problem('s', { token: 7 })).toBe('Invalid call to group.method\ntoken must be a string')
  })

  it('takes strings only [C-VAL-02]', () => {
    expect(problem('s', { f: '' })).toBeUndefined()
    for (const value of [undefined, null, 7, {}, ['a']]) {
      expect(problem('s', { f: value })).toBe('Invalid call to group.method\nf must be a string')
    }
  })

  it('takes numbers that are numbers [C-VAL-03]', () => {
    expect(problem('n', { f: 0 })).toBeUndefined()
    for (const value of [undefined, null, '7', Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(problem('n', { f: value })).toBe('Invalid call to group.method\nf must be a number')
    }
  })

  it('takes booleans only [C-VAL-04]', () => {
    expect(problem('b', { f: false })).toBeUndefined()
    expect(problem('b', { f: 'true' })).toBe('Invalid call to group.method\nf must be a boolean')
  })

  it('takes plain objects, neither null nor arrays [C-VAL-05]', () => {
    expect(problem('o', { f: {} })).toBeUndefined()
    for (const value of [null, [], 'x', undefined]) {
      expect(problem('o', { f: value })).toBe('Invalid call to group.method\nf must be an object')
    }
  })

  it('takes arrays of strings [C-VAL-06]', () => {
    expect(problem('a', { f: ['a', 'b'] })).toBeUndefined()
    expect(problem('a', { f: [] })).toBeUndefined()
    for (const value of [['a', 1], 'a', undefined]) {
      expect(problem('a', { f: value })).toBe('Invalid call to group.method\nf must be an array of strings')
    }
  })

  it('lets an optional field be left out, but not be wrong', () => {
    expect(problem('N', { f: undefined })).toBeUndefined()
    expect(problem('N', { f: null })).toBe('Invalid call to group.method\nf must be a number')
  })

  it('reports the first field that is wrong', () => {
    expect(problem('sss', { a: 'x', b: 1, c: 2 })).toBe('Invalid call to group.method\nb must be a string')
  })
})
