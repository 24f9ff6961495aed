import type { Match, MatchEstimated, OptionsType } from '@zxcvbn-ts/core'
import { replaceRepeats, replaceScoring } from './cheapest-sequence.ts'
import { feedbackWords } from './feedback-words.ts'
import {
  createLibrary,
  type Library,
  loadCommonPasswords,
  loadFunctions,
  loadWordLists,
  type Require,
} from './library.ts'
import { replaceWordSearch } from './word-search.ts'

export interface Estimate {
  /** 0 to 4. */
  score: number
  warning: string
  suggestions: string[]
  /** True if it is on the list of common passwords. */
  isCommon: boolean
}

/** How hard a password is to guess, by zxcvbn. */
export interface Estimator {
  estimate(password: string, inputs: readonly string[]): Estimate
  /** The guesses and the matches that an estimate is computed from. */
  explain(password: string, inputs: readonly string[]): { guesses: number; sequence: MatchEstimated[] }
  isCommon(password: string): boolean
}

/**
 * zxcvbn with its own search for words and sequences: the same results in an eighth of the time, which is otherwise as long
 * as a hash (docs/decisions/0016-own-search-for-zxcvbn.md). The lists are loaded by the first call.
 */
export function createEstimator(load: Require): Estimator {
  let prepared: ReturnType<typeof prepare> | undefined
  let commonPasswords: ReadonlySet<string | number> | undefined

  function explain(password: string, inputs: readonly string[]): { guesses: number; sequence: MatchEstimated[] } {
    prepared ??= prepare(load)
    const { library, forget } = prepared
    try {
      // Like the check of the library, without the attack times.
      const matches: Match[] = library.main(password, inputs)
      return library.scoring.mostGuessableMatchSequence(password, matches)
    } finally {
      // Parts of the password must not stay in memory, even after an error.
      forget()
    }
  }

  function isCommon(password: string): boolean {
    commonPasswords ??= loadCommonPasswords(load)
    return commonPasswords.has(password) || commonPasswords.has(password.toLowerCase())
  }

  return {
    explain,
    isCommon,
    estimate(password, inputs) {
      prepared ??= prepare(load)
      const { guesses, sequence } = explain(password, inputs)
      const score = prepared.library.timeEstimates.guessesToScore(guesses)
      const { warning, suggestions } = prepared.library.getFeedback(score, sequence)
      return { score, warning: warning ?? '', suggestions, isCommon: isCommon(password) }
    },
  }
}

function prepare(load: Require): { library: Library; forget: () => void } {
  const { dictionary, graphs } = loadWordLists(load)
  // Without a dictionary: words are looked up in the index of this module.
  const library = createLibrary(load, { ...estimateOptions(), graphs })
  const forget = replaceWordSearch(library, dictionary)
  replaceScoring(library, loadFunctions(load))
  replaceRepeats(library)
  return { library, forget }
}

export function estimateOptions(): Pick<OptionsType, 'translations' | 'l33tMaxSubstitutions'> {
  // Each further substitution of a leet word doubles the time and hardly changes a score.
  return { translations: feedbackWords, l33tMaxSubstitutions: 4 }
}
