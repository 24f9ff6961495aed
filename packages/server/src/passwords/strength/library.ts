import type {
  DictionaryMatch,
  FeedbackType,
  Match,
  MatchEstimated,
  Options,
  OptionsDictionary,
  OptionsGraph,
  OptionsType,
  UserInputsOptions,
  ZxcvbnResult,
} from '@zxcvbn-ts/core'

/** Loads a CommonJS module by its name. */
export type Require = (name: string) => unknown

export interface MatchInput {
  password: string
  userInputsOptions?: UserInputsOptions
}

export interface WordMatcher {
  /** Set while the library searches for sequences of words, which are in some of the lists only. */
  wordSequenceCheck?: boolean
  /** Set by us: the password as typed, while one of its spellings is searched. */
  typed?: string
  /** Set by us: a spelling of the whole password is in a list. */
  isWhole?: boolean
  match(input: MatchInput): DictionaryMatch[]
}

export interface CheapestSequence {
  password: string
  guesses: number
  guessesLog10: number
  sequence: MatchEstimated[]
}

/** The parts of an instance of the library that this folder uses or replaces. They are private there. */
export interface Library {
  options: Options
  matching: {
    matchers: {
      dictionary: WordMatcher
      dictionaryL33t: WordMatcher
      date: { match(input: MatchInput): Match[] }
      repeat: { getBaseGuesses(token: string, omniMatch: unknown): number }
    }
  }
  scoring: {
    options: Options
    mostGuessableMatchSequence(password: string, matches: Match[], excludeAdditive?: boolean): CheapestSequence
  }
  timeEstimates: { guessesToScore(guesses: number): number }
  getFeedback(score: number, sequence: MatchEstimated[]): FeedbackType
  main(password: string, inputs: readonly string[]): Match[]
  check(password: string, inputs: readonly string[]): ZxcvbnResult
}

/** Functions of the library that it does not export. Its version is pinned, and a test compares all results. */
export interface LibraryFunctions {
  estimate(options: Options, match: Match, password: string): MatchEstimated
  factorial(count: number): number
  log10(value: number): number
  constants: {
    MIN_GUESSES_BEFORE_GROWING_SEQUENCE: number
    MIN_SUBMATCH_GUESSES_SINGLE_CHAR: number
    MIN_SUBMATCH_GUESSES_MULTI_CHAR: number
  }
}

/** The method of all instances, to replace it. */
export function prototypeOf<T extends object>(instance: T): T {
  return Object.getPrototypeOf(instance) as T
}

/**
 * An instance with its own private parts. The CommonJS files are loaded, because replaced methods apply to all instances
 * of that copy; an `import` of the library elsewhere is not affected.
 */
export function createLibrary(load: Require, options: OptionsType): Library {
  const { ZxcvbnFactory } = load('@zxcvbn-ts/core') as typeof import('@zxcvbn-ts/core')
  return new ZxcvbnFactory(options) as unknown as Library
}

export function loadFunctions(load: Require): LibraryFunctions {
  const { factorial, log10 } = load('@zxcvbn-ts/core/dist/scoring/utils.cjs') as LibraryFunctions
  return {
    estimate: load('@zxcvbn-ts/core/dist/scoring/estimate.cjs') as LibraryFunctions['estimate'],
    factorial,
    log10,
    constants: load('@zxcvbn-ts/core/dist/data/const.cjs') as LibraryFunctions['constants'],
  }
}

export function loadWordLists(load: Require): { dictionary: OptionsDictionary; graphs: OptionsGraph } {
  const common = loadCommonLists(load)
  const english = load('@zxcvbn-ts/language-en') as typeof import('@zxcvbn-ts/language-en')
  return { dictionary: { ...common.dictionary, ...english.dictionary }, graphs: common.adjacencyGraphs }
}

export function loadCommonPasswords(load: Require): ReadonlySet<string | number> {
  return new Set(loadCommonLists(load).dictionary['passwords-common'])
}

function loadCommonLists(load: Require): typeof import('@zxcvbn-ts/language-common') {
  return load('@zxcvbn-ts/language-common') as typeof import('@zxcvbn-ts/language-common')
}
