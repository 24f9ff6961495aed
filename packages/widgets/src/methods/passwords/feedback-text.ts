import type { feedbackStrings } from './feedback.strings.ts'

export type FeedbackKey = keyof typeof feedbackStrings

/** The keys of the provider's texts, by the end and length of each text. */
const names = {
  uess39: 'straight_row',
  uess41: 'key_pattern',
  uess36: 'simple_repeat',
  'abc"69': 'extended_repeat',
  uess44: 'sequences',
  uess30: 'recent_years',
  uess29: 'dates',
  word32: 'top_ten',
  word33: 'top_hundred',
  word30: 'common',
  word43: 'similar_to_common',
  uess33: 'word_by_itself',
  uess50: 'names_by_themselves',
  uess43: 'common_names',
  'ata.54': 'personal',
  'net.59': 'exposed',
  most37: 'too_long',
  much70: 'substitutions',
  uess42: 'reversed',
  case57: 'all_uppercase',
  much37: 'capitalization',
  ' you50': 'avoid_dates',
  ears18: 'avoid_recent_years',
  ' you40': 'avoid_years',
  nces15: 'avoid_sequences',
  ters35: 'avoid_repeats',
  urns45: 'longer_pattern',
  'ter.51': 'another_word',
  ases37: 'few_words',
  ters49: 'no_need',
  ' it.57': 'change_elsewhere',
} as const

/** The key of a text of zxcvbn. Unknown texts are shown as received. */
export function feedbackKey(text: string): FeedbackKey | undefined {
  const known: { readonly [ending: string]: (typeof names)[keyof typeof names] | undefined } = names
  const name = known[text.slice(-4) + text.length]
  return name && `strength.${name}`
}
