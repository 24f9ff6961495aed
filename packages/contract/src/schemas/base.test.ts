import { describe, expect, it } from 'vitest'
import { minutes, noBody, pathParameter, text } from './base.ts'

const accepts = (value: unknown): boolean => text(20).safeParse(value).success

describe('text', () => {
  it('takes any text of people', () => {
    const texts = ['', 'a', 'Zoë', '日本語', '👩‍👩‍👧', '\u202eabc', '\ufeff', 'line\r\nbreak', "' OR 1=1 --"]
    expect(texts.filter((value) => !accepts(value))).toEqual([])
  })

  it('refuses NUL wherever it stands', () => {
    expect(['\0', 'a\0', '\0a', 'a\0b'].filter(accepts)).toEqual([])
  })

  it('refuses half a surrogate pair wherever it stands', () => {
    expect(['\ud83d', '\udc4b', 'a\ud83d', '\udc4ba', '\udc4b\ud83d', '👋\ud83d'].filter(accepts)).toEqual([])
  })

  it('refuses what is too long or no text', () => {
    expect(['a'.repeat(21), 1, null, undefined, true, {}, ['a'], new String('a')].filter(accepts)).toEqual([])
  })
})

describe('minutes', () => {
  const bounded = minutes({ min: 5, max: 10 })

  it('takes the bounds and what is between', () => {
    expect([5, 7, 10].map((value) => bounded.parse(value))).toEqual([5, 7, 10])
  })

  it('refuses everything else', () => {
    const wrong = [4, 11, 5.5, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 2 ** 53, '5', null]
    expect(wrong.filter((value) => bounded.safeParse(value).success)).toEqual([])
  })
})

describe('pathParameter', () => {
  it('is never empty', () => {
    expect(['', 'x'].map((value) => pathParameter.safeParse(value).success)).toEqual([false, true])
  })
})

describe('noBody', () => {
  it('ignores whatever is sent', () => {
    expect([undefined, null, {}, { roles: ['admin'] }, 'x', []].map((value) => noBody.parse(value))).toEqual(
      Array(6).fill(null),
    )
  })
})
