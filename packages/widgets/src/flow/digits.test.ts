import { expect, it } from 'vitest'
import { digitsOf, latinDigits } from './digits.ts'

it('reads the digits of other scripts as 0 to 9, full-width signs as plain ones, and leaves the rest', () => {
  expect(
    ['０１２３４５６７８９', '٠١٢٣٤٥٦٧٨٩', '۰۱۲۳۴۵۶۷۸۹', '＋８１（９０）１２３４－５６７８', '+1 202', 'ada', ''].map(
      latinDigits,
    ),
  ).toEqual(['0123456789', '0123456789', '0123456789', '+81(90)1234-5678', '+1 202', 'ada', ''])
})

it('finds the digits in a text', () => {
  expect(['１a２-٣ ', '12 34', 'ada'].map(digitsOf)).toEqual(['123', '1234', ''])
})
