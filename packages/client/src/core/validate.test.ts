import { describe, expect, it } from 'vitest'
import type { Argument } from './validate.ts'
import { validate } from './validate.ts'

function problem(...args: Argument[]): string | undefined {
  try {
    validate('group.method', ...args)
    return undefined
  } catch (error) {
    return (error as Error).message
  }
}

describe('a usage check', () => {
  it('names the method and the field [C-VAL-01]', () => {
    expect(problem(['string', 'token', 7])).toBe('Invalid call to group.method\ntoken must be a string')
  })

  it('takes strings only [C-VAL-02]', () => {
    expect(problem(['string', 'f', ''])).toBeUndefined()
    for (const value of [undefined, null, 7, {}, ['a']]) {
      expect(problem(['string', 'f', value])).toBe('Invalid call to group.method\nf must be a string')
    }
  })

  it('takes numbers that are numbers [C-VAL-03]', () => {
    expect(problem(['number', 'f', 0])).toBeUndefined()
    for (const value of [undefined, null, '7', Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(problem(['number', 'f', value])).toBe('Invalid call to group.method\nf must be a number')
    }
  })

  it('takes booleans only [C-VAL-04]', () => {
    expect(problem(['boolean', 'f', false])).toBeUndefined()
    expect(problem(['boolean', 'f', 'true'])).toBe('Invalid call to group.method\nf must be a boolean')
  })

  it('takes plain objects, neither null nor arrays [C-VAL-05]', () => {
    expect(problem(['object', 'f', {}])).toBeUndefined()
    for (const value of [null, [], 'x', undefined]) {
      expect(problem(['object', 'f', value])).toBe('Invalid call to group.method\nf must be an object')
    }
  })

  it('takes arrays of strings [C-VAL-06]', () => {
    expect(problem(['strings', 'f', ['a', 'b']])).toBeUndefined()
    expect(problem(['strings', 'f', []])).toBeUndefined()
    for (const value of [['a', 1], 'a', undefined]) {
      expect(problem(['strings', 'f', value])).toBe('Invalid call to group.method\nf must be an array of strings')
    }
  })

  it('lets an optional field be left out, but not be wrong', () => {
    expect(problem(['number?', 'f', undefined])).toBeUndefined()
    expect(problem(['number?', 'f', null])).toBe('Invalid call to group.method\nf must be a number')
  })

  it('reports the first field that is wrong', () => {
    expect(problem(['string', 'a', 'x'], ['string', 'b', 1], ['string', 'c', 2])).toBe(
      'Invalid call to group.method\nb must be a string',
    )
  })
})
