import type { DictionaryMatch, Match, OptionsDictionary, UserInputsOptions } from '@zxcvbn-ts/core'
import { type Library, type MatchInput, prototypeOf, type WordMatcher } from './library.ts'
import {
  beginningLength,
  createWordFilter,
  hashLetter,
  indexWords,
  listOf,
  longestFrom,
  mayContain,
  rankOf,
  type WordEntry,
  type WordFilter,
} from './word-index.ts'

/** A substring of a password that is in a list. */
interface FoundWord {
  i: number
  j: number
  word: string
  listed: WordEntry
  /** Its rank among the data about the user. */
  personalRank: number | undefined
}

type PersonalWords = WordFilter & { ranks: Map<string, number> }

const notListed: number[] = []
const noInputs = { rankedDictionary: {}, rankedDictionaryMaxWordSize: 0 } as UserInputsOptions

/**
 * The library looks up each substring of a password in each of its twenty lists. Here, a table of word beginnings and a
 * Bloom filter exclude most substrings before they are created. The search for sequences of words, which repeats the
 * search in fewer lists, uses the first results. The returned function deletes these results.
 */
export function replaceWordSearch({ matching, options }: Library, dictionary: OptionsDictionary): () => void {
  const names = Object.keys(dictionary)
  const isSequence = names.map((name) => options.isWordSequence(name))
  const find = createWordSearch(dictionary)
  const { dictionary: words, dictionaryL33t, date } = matching.matchers

  const foundWords = new Map<string, FoundWord[]>()
  prototypeOf(words).match = function (this: WordMatcher, { password, userInputsOptions }: MatchInput) {
    const isSpelling = this.typed !== undefined
    const inputs = (this.wordSequenceCheck ? undefined : userInputsOptions) ?? noInputs
    const earlier = this.wordSequenceCheck && !isSpelling ? foundWords.get(password) : undefined
    const found = earlier ?? find(password, this.typed, inputs)
    if (!isSpelling) foundWords.set(password, found)
    const matches: DictionaryMatch[] = []
    const add = ({ i, j, word }: FoundWord, rank: number, dictionaryName: string): void => {
      if (i === 0 && j === password.length - 1) this.isWhole = true
      const token = password.slice(i, j + 1)
      matches.push({
        pattern: 'dictionary',
        i,
        j,
        token,
        matchedWord: word,
        rank,
        dictionaryName,
        reversed: false,
        l33t: false,
      })
    }
    for (const piece of found) {
      const { listed, personalRank } = piece
      for (const entry of typeof listed === 'number' ? [listed] : listed) {
        const list = listOf(entry)
        if (!this.wordSequenceCheck || isSequence[list]) add(piece, rankOf(entry), names[list] ?? '')
      }
      if (personalRank !== undefined && !this.wordSequenceCheck) add(piece, personalRank, 'userInputs')
    }
    return matches
  }

  // Spellings are reused too, unless a match of the whole password ended the first search early.
  const spelled = new Map<string, { matches: DictionaryMatch[]; isWhole: boolean }>()
  const sequences = new Set(names.filter((_, list) => isSequence[list]))
  const l33t = prototypeOf(dictionaryL33t)
  const { match: findSpellings } = l33t
  l33t.match = function (this: WordMatcher, input: MatchInput) {
    const earlier = this.wordSequenceCheck ? spelled.get(input.password) : undefined
    if (earlier && !earlier.isWhole) return earlier.matches.filter((one) => sequences.has(one.dictionaryName))
    this.typed = input.password
    this.isWhole = false
    const matches = findSpellings.call(this, input)
    if (!this.wordSequenceCheck) spelled.set(input.password, { matches, isWhole: this.isWhole })
    return matches
  }

  // A date has four digits in a row, or two digits around a separator.
  const dates = prototypeOf(date)
  const { match: findDates } = dates
  dates.match = function (this: typeof date, input: MatchInput): Match[] {
    return /\d(\d{3}|[\s/\\_.-]\d)/.test(input.password) ? findDates.call(this, input) : []
  }

  return () => {
    foundWords.clear()
    spelled.clear()
  }
}

type WordSearch = (password: string, typed: string | undefined, inputs: UserInputsOptions) => FoundWord[]

/** Finds each substring that is in a list or among the data about the user. */
function createWordSearch(dictionary: OptionsDictionary): WordSearch {
  const entries = indexWords(Object.values(dictionary))
  const { filter, reach, longest } = createWordFilter(entries.keys(), { bytes: 2 ** 21, beginnings: 2 ** 17 })
  // Reused for every spelling of one password.
  const personalWords = new WeakMap<UserInputsOptions, PersonalWords>()

  function readInputs(inputs: UserInputsOptions): PersonalWords {
    const known = personalWords.get(inputs)
    if (known) return known
    const ranks = new Map(Object.entries(inputs.rankedDictionary))
    const personal = { ranks, ...createWordFilter(ranks.keys(), { bytes: 64, beginnings: 256 }) }
    personalWords.set(inputs, personal)
    return personal
  }

  return (password, typed, inputs) => {
    const personal = readInputs(inputs)
    const width = Math.max(longest, inputs.rankedDictionaryMaxWordSize)
    const lower = password.toLowerCase()
    // Lower case can change the length.
    const isAligned = lower.length === password.length
    const changes = findChanges(password, typed)
    const found: FoundWord[] = []
    for (let i = 0; i < password.length; i += 1) {
      let hash = 0
      let end = i + width
      for (let j = i; j < password.length && j < end; j += 1) {
        if (j < lower.length) hash = hashLetter(hash, lower.charCodeAt(j))
        if (isAligned && j - i === beginningLength - 1)
          end = i + Math.max(beginningLength, longestFrom(reach, hash), longestFrom(personal.reach, hash))
        const mayBeListed = mayContain(filter, hash)
        if (!mayBeListed && !mayContain(personal.filter, hash)) continue
        // A match of the whole password ends the search through spellings, even if it equals the typed one.
        if (changes && (changes[i] ?? 0) > j && (i > 0 || j < password.length - 1)) continue
        const word = lower.slice(i, j + 1)
        const listed = (mayBeListed ? entries.get(word) : undefined) ?? notListed
        const personalRank = personal.ranks.get(word)
        if (listed !== notListed || personalRank !== undefined) found.push({ i, j, word, listed, personalRank })
      }
    }
    return found
  }
}

/**
 * For each index of a spelling, the next index where it differs from the typed password. A word before that equals the
 * typed one, and the library would drop it later. Null if the two cannot be compared by index.
 */
function findChanges(spelling: string, typed: string | undefined): number[] | null {
  if (typed === undefined || typed.length !== spelling.length || /[^ -~]/.test(typed)) return null
  const changes = new Array<number>(spelling.length)
  let next = spelling.length
  for (let at = spelling.length - 1; at >= 0; at -= 1) {
    if (typed.charCodeAt(at) !== spelling.charCodeAt(at)) next = at
    changes[at] = next
  }
  return changes
}
