import { expect, it } from 'vitest'
import { digitsOf, latinDigits } from './digits.ts'

it('converts digits of other scripts to 0 to 9 and full-width signs to ASCII, and keeps everything else', () => {
  expect(
    ['０１２３４５６７８９', '٠١٢٣٤٥٦٧٨٩', '۰۱۲۳۴۵۶۷۸۹', '＋８１（９０）１２３４－５６７８', '+1 202', 'ada', ''].map(
      latinDigits,
    ),
  ).toEqual(['0123456789', '0123456789', '0123456789', '+81(90)1234-5678', '+1 202', 'ada', ''])
})

it('finds the digits in a text', () => {
  expect(['１a２-٣ ', '12 34', 'ada'].map(digitsOf)).toEqual(['123', '1234', ''])
})
