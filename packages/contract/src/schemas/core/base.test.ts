import { describe, expect, it } from 'vitest'
import { minutes, noBody, pathParameter, text } from './base.ts'

const accepts = (value: unknown): boolean => text(20).safeParse(value).success

describe('text', () => {
  it('accepts text in any script', () => {
    const texts = ['', 'a', 'Zoë', '日本語', '👩‍👩‍👧', '\u202eabc', '\ufeff', 'line\r\nbreak', "' OR 1=1 --"]
    expect(texts.filter((value) => !accepts(value))).toEqual([])
  })

  it('rejects NUL at any position', () => {
    expect(['\0', 'a\0', '\0a', 'a\0b'].filter(accepts)).toEqual([])
  })

  it('rejects an unpaired surrogate at any position', () => {
    expect(['\ud83d', '\udc4b', 'a\ud83d', '\udc4ba', '\udc4b\ud83d', '👋\ud83d'].filter(accepts)).toEqual([])
  })

  it('rejects overlong strings and other types', () => {
    expect(['a'.repeat(21), 1, null, undefined, true, {}, ['a'], new String('a')].filter(accepts)).toEqual([])
  })
})

describe('minutes', () => {
  const bounded = minutes({ min: 5, max: 10 })

  it('accepts the bounds and values between them', () => {
    expect([5, 7, 10].map((value) => bounded.parse(value))).toEqual([5, 7, 10])
  })

  it('rejects everything else', () => {
    const wrong = [4, 11, 5.5, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 2 ** 53, '5', null]
    expect(wrong.filter((value) => bounded.safeParse(value).success)).toEqual([])
  })
})

describe('pathParameter', () => {
  it('rejects an empty value', () => {
    expect(['', 'x'].map((value) => pathParameter.safeParse(value).success)).toEqual([false, true])
  })
})

describe('noBody', () => {
  it('ignores any body', () => {
    expect([undefined, null, {}, { roles: ['admin'] }, 'x', []].map((value) => noBody.parse(value))).toEqual(
      Array(6).fill(null),
    )
  })
})
