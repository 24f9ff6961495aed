import { describe, expect, it } from 'vitest'
import { usageError } from './errors.ts'
import { validate, validateStrings } from './validate.ts'

function problem(types: string, fields?: Record<string, unknown>): string | undefined {
  try {
    validate('group.method', types, fields)
    return undefined
  } catch (error) {
    return (error as Error).message
  }
}

describe('a usage check', () => {
  it('names the method and the field [C-VAL-01]', () => {
    expect(problem('token', { token: 7 })).toBe('Invalid call to group.method\ntoken must be a string')
  })

  it('takes strings only [C-VAL-02]', () => {
    expect(problem('f', { f: '' })).toBeUndefined()
    for (const value of [undefined, null, 7, {}, ['a']]) {
      expect(problem('f', { f: value })).toBe('Invalid call to group.method\nf must be a string')
    }
  })

  it('takes numbers that are numbers [C-VAL-03]', () => {
    expect(problem('f:number', { f: 0 })).toBeUndefined()
    for (const value of [undefined, null, '7', Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(problem('f:number', { f: value })).toBe('Invalid call to group.method\nf must be a number')
    }
  })

  it('takes booleans only [C-VAL-04]', () => {
    expect(problem('f:boolean', { f: false })).toBeUndefined()
    expect(problem('f:boolean', { f: 'true' })).toBe('Invalid call to group.method\nf must be a boolean')
  })

  it('takes plain objects, neither null nor arrays [C-VAL-05]', () => {
    expect(problem('f:object', { f: {} })).toBeUndefined()
    for (const value of [null, [], 'x', undefined]) {
      expect(problem('f:object', { f: value })).toBe('Invalid call to group.method\nf must be an object')
    }
  })

  it('takes arrays of strings [C-VAL-06]', () => {
    for (const value of [['a', 'b'], []]) expect(validateStrings('group.method', 'f', value)).toEqual(value)
    for (const value of [['a', 1], 'a', undefined]) {
      expect(() => validateStrings('group.method', 'f', value)).toThrow(
        usageError('group.method', 'f must be an array of strings'),
      )
    }
  })

  it('accepts a missing optional field, but not one of the wrong type', () => {
    expect(problem('f?:number', { f: undefined })).toBeUndefined()
    expect(problem('f?:number', { f: null })).toBe('Invalid call to group.method\nf must be a number')
  })

  it('reports the first field of the wrong type', () => {
    expect(problem('a b c', { a: 'x', b: 1, c: 2 })).toBe('Invalid call to group.method\nb must be a string')
  })

  it('returns the named fields only', () => {
    expect(validate('m', 'a b?:number', { a: 'x', c: 1 })).toEqual({ a: 'x', b: undefined })
    expect(problem('a?')).toBeUndefined()
    expect(problem('a')).toBe('Invalid call to group.method\na must be a string')
  })
})
