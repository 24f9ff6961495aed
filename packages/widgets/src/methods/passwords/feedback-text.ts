import type { feedbackStrings } from './feedback.strings.ts'

export type FeedbackKey = keyof typeof feedbackStrings

/** The names of the texts that a provider sends, by how each begins and how long it is. */
const names = {
  Str39: 'straight_row',
  Sho41: 'key_pattern',
  Rep36: 'simple_repeat',
  Rep69: 'extended_repeat',
  Seq44: 'sequences',
  Rec30: 'recent_years',
  Dat29: 'dates',
  Thi32: 'top_ten',
  Thi33: 'top_hundred',
  Thi30: 'common',
  Thi43: 'similar_to_common',
  'A w33': 'word_by_itself',
  Nam50: 'names_by_themselves',
  Com43: 'common_names',
  The54: 'personal',
  You59: 'exposed',
  Pas37: 'too_long',
  Pre70: 'substitutions',
  Rev42: 'reversed',
  All57: 'all_uppercase',
  Cap37: 'capitalization',
  Avo50: 'avoid_dates',
  Avo18: 'avoid_recent_years',
  Avo40: 'avoid_years',
  Avo15: 'avoid_sequences',
  Avo35: 'avoid_repeats',
  Use45: 'longer_pattern',
  Add51: 'another_word',
  Use37: 'few_words',
  'No 49': 'no_need',
  'If 57': 'change_elsewhere',
} as const

/** The key of a text that zxcvbn was published with. What nobody knows is shown as it was received. */
export function feedbackKey(text: string): FeedbackKey | undefined {
  const known: { readonly [mark: string]: (typeof names)[keyof typeof names] | undefined } = names
  const name = known[text.slice(0, 3) + text.length]
  return name && `strength.${name}`
}
