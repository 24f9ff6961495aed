import { expect, it } from 'vitest'
import { feedbackStrings } from './feedback.strings.ts'
import { feedbackKey } from './feedback-text.ts'

it('knows the texts zxcvbn was published with by their keys, and leaves others alone [W-STR-12]', () => {
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
      // Another edition's words, as long as some of these, and not to be taken for them.
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

it('knows every one of them: a text has one key', () => {
  expect(Object.values(feedbackStrings).map(feedbackKey)).toEqual(Object.keys(feedbackStrings))
})
