import { describe, expect, it } from 'vitest'
import { createWordFilter, hashLetter, indexWords, listOf, longestFrom, mayContain, rankOf } from './word-index.ts'

const words = ['password', 'pass', 'dragon', 'ab', '']
const hashOf = (text: string): number => [...text].reduce((hash, letter) => hashLetter(hash, letter.charCodeAt(0)), 0)

describe('the filter of words', () => {
  const { filter, reach, longest } = createWordFilter(words, { bytes: 64, beginnings: 256 })

  it('contains every word, and excludes most other texts', () => {
    expect(words.filter((word) => !mayContain(filter, hashOf(word)))).toEqual([])
    const others = Array.from({ length: 200 }, (_, index) => `other ${index}`)
    expect(others.filter((text) => mayContain(filter, hashOf(text))).length).toBeLessThan(20)
  })

  it('knows the longest word, and the longest one for a beginning of four letters', () => {
    expect([longest, longestFrom(reach, hashOf('pass')), longestFrom(reach, hashOf('drag'))]).toEqual([8, 8, 6])
  })
})

describe('the index of words', () => {
  const places = (word: string): [number, number][] =>
    [entries.get(word) ?? []].flat().map((entry) => [listOf(entry), rankOf(entry)])
  const entries = indexWords([
    ['one', 'two', 'one'],
    ['two', 'three'],
    ['two', 4, 'two'],
  ])

  it('has the rank of a word in each of its lists', () => {
    expect([places('two'), places('three'), places('4')]).toEqual([
      [
        [0, 2],
        [1, 1],
        [2, 3],
      ],
      [[1, 2]],
      [[2, 2]],
    ])
  })

  it('has the later rank of a word that is in a list twice', () => {
    expect(places('one')).toEqual([[0, 3]])
  })
})
