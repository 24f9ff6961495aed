import { describe, expect, it } from 'vitest'
import { findItemEnd } from './strict-cbor.ts'

const end = (hex: string) => findItemEnd(Buffer.from(hex, 'hex'), 0)

describe('one CBOR item', () => {
  it.each([
    ['a number', '00', 1],
    ['a number of four bytes', '1a000f4240', 5],
    ['a negative number', '3863', 2],
    ['bytes', '4401020304', 5],
    ['bytes whose length is longer than needed', '5900020102', 5],
    ['text', '6449455446', 5],
    ['a list', '8301020300', 4],
    ['a map', 'a201020304', 5],
    ['a map with a list in it', 'a26161016162820203ff', 9],
    ['true', 'f5', 1],
    ['a float', 'fb3ff199999999999a', 9],
  ])('finds the end of %s', (_, hex, length) => {
    expect(end(hex)).toBe(length)
  })

  it.each([
    ['empty input', ''],
    ['a number cut short', '1a000f42'],
    ['text cut short', '64494554'],
    ['a list cut short', '830102'],
    ['a duplicate key', 'a201020103'],
    ['a duplicate text key', 'a2616101616102'],
    ['a key in a longer form', 'a118010200'],
    ['a text key in a longer form', 'a17801610200'],
    ['a map of indefinite length', 'bf0102ff'],
    ['text of indefinite length', '7f657374726561646d696e67ff'],
    ['a reserved length', '1c'],
    ['a tag', 'c11a514b67b0'],
    ['four billion items', '9affffffff'],
    ['nine nested lists', '81'.repeat(9).concat('00')],
  ])('rejects %s', (_, hex) => {
    expect(() => end(hex)).toThrow()
  })
})
