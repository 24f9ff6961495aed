import { expect, it } from 'vitest'
import { feedbackStrings } from './feedback.strings.ts'
import { feedbackKey } from './feedback-text.ts'

it('finds the keys of zxcvbn’s texts, and keeps other texts unchanged [W-STR-12]', () => {
  expect(
    [
      'This is a top-10 common password',
      'Repeats like "aaa" are easy to guess',
      'Sequences like abc or 6543 are easy to guess',
      'Straight rows of keys are easy to guess',
      'Dates are often easy to guess',
      'Common names and surnames are easy to guess',
      'Avoid recent years',
      'Something quite new',
      'Avoid recent years!',
      // Texts of another edition with the same length as some of these.
      'This is a heavily used password.',
      'This is a commonly used password.',
      'Capitalize some, but not all letters.',
      'Use multiple words, but avoid common phrases.',
    ].map(feedbackKey),
  ).toEqual([
    'strength.top_ten',
    'strength.simple_repeat',
    'strength.sequences',
    'strength.straight_row',
    'strength.dates',
    'strength.common_names',
    'strength.avoid_recent_years',
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
  ])
})

it('has exactly one key for every text', () => {
  expect(Object.values(feedbackStrings).map(feedbackKey)).toEqual(Object.keys(feedbackStrings))
})
