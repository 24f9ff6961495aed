import type { Match, MatchEstimated, Options } from '@zxcvbn-ts/core'
import { type CheapestSequence, type Library, type LibraryFunctions, prototypeOf } from './library.ts'

/** The cheapest match of a substring. */
interface Candidate {
  i: number
  guesses: number
  match: Match
}

/**
 * Searches for the matches that together take the fewest guesses, as the library does, but on plain numbers. A match is
 * estimated once; a word that is in a list as typed, by its rank alone; a brute-force match, by its length alone. Full
 * estimates are computed only for matches that are part of the result.
 */
export function replaceScoring({ scoring }: Library, functions: LibraryFunctions): void {
  const { estimate, factorial, log10, constants } = functions
  const growing = constants.MIN_GUESSES_BEFORE_GROWING_SEQUENCE
  // By length or count, for all searches.
  const factorials: number[] = []
  const growths: number[] = []
  const bruteForce: number[] = []

  const fewest = ({ length }: string, password: string): number => {
    if (length === password.length) return 1
    return length === 1 ? constants.MIN_SUBMATCH_GUESSES_SINGLE_CHAR : constants.MIN_SUBMATCH_GUESSES_MULTI_CHAR
  }
  const guessesFor = (options: Options, match: Match, password: string): number =>
    isPlain(match) ? Math.max(match.rank, fewest(match.token, password)) : estimate(options, match, password).guesses

  function prepare(options: Options, length: number): void {
    for (let size = bruteForce.length; size <= length; size += 1) {
      const token = '0'.repeat(size)
      const match = { pattern: 'bruteforce', token, i: 0, j: size - 1 }
      bruteForce.push(size === 0 ? 0 : estimate(options, match, token).guesses)
      factorials.push(factorial(size))
      growths.push(growing ** (size - 1))
    }
  }

  // For each end index and each number of matches up to it: the fewest guesses, and their product. Shared by all
  // searches, which run one at a time.
  let totals = new Float64Array(0)
  let products = new Float64Array(0)

  prototypeOf(scoring).mostGuessableMatchSequence = function (
    this: typeof scoring,
    password,
    matches,
    excludeAdditive = false,
  ): CheapestSequence {
    const { options } = this
    const { length } = password
    const width = length + 1
    if (totals.length < length * width) {
      totals = new Float64Array(length * width)
      products = new Float64Array(length * width)
    }
    totals.fill(Number.NaN, 0, length * width)
    // The last match of each entry, or the start index of a brute-force match.
    const last = new Array<Match | number | undefined>(length * width)
    const most = new Array<number>(length).fill(0)
    prepare(options, length)

    /** Keeps the best sequence of this many matches up to index j; a shorter sequence that is not worse wins. */
    const update = (guesses: number, i: number, j: number, count: number, match: Match | number): void => {
      const product = count > 1 ? guesses * (products[(i - 1) * width + count - 1] ?? 1) : guesses
      const total = (factorials[count] ?? 1) * product + (excludeAdditive ? 0 : (growths[count] ?? 0))
      const row = j * width
      for (let fewer = 1; fewer <= count; fewer += 1) if ((totals[row + fewer] ?? Number.NaN) <= total) return
      totals[row + count] = total
      products[row + count] = product
      last[row + count] = match
      if ((most[j] ?? 0) < count) most[j] = count
    }

    const ending = candidatesByEnd(length, matches, (match) => guessesFor(options, match, password))
    for (const [end, candidates] of ending.entries()) {
      for (const { i, guesses, match } of candidates) {
        if (i === 0) update(guesses, 0, end, 1, match)
        else
          for (let count = 1; count <= (most[i - 1] ?? 0); count += 1)
            if (last[(i - 1) * width + count] !== undefined) update(guesses, i, end, count + 1, match)
      }
      update(bruteForce[end + 1] ?? 0, 0, end, 1, 0)
      // Two adjacent brute-force matches are never better than one.
      for (let i = 1; i <= end; i += 1)
        for (let count = 1; count <= (most[i - 1] ?? 0); count += 1)
          if (typeof last[(i - 1) * width + count] === 'object')
            update(bruteForce[end - i + 1] ?? 0, i, end, count + 1, i)
    }

    const row = (length - 1) * width
    let count = 0
    for (let some = 1; some <= (most[length - 1] ?? 0); some += 1)
      if ((totals[row + some] ?? Number.NaN) < (count === 0 ? Infinity : (totals[row + count] ?? 0))) count = some
    const guesses = length === 0 ? 1 : (totals[row + count] ?? Number.NaN)
    const sequence: MatchEstimated[] = []
    for (let end = length - 1; end >= 0; ) {
      const found = last[end * width + count] ?? 0
      const i = typeof found === 'number' ? found : found.i
      const token = password.slice(i, end + 1)
      const match = typeof found === 'number' ? { pattern: 'bruteforce', token, i, j: end } : found
      sequence.unshift(estimate(options, match, password))
      end = i - 1
      count -= 1
    }
    return { password, guesses, guessesLog10: log10(guesses), sequence }
  }
}

/** Repeats are mostly of one letter, whose estimate is computed once. */
export function replaceRepeats({ matching }: Library): void {
  const prototype = prototypeOf(matching.matchers.repeat)
  const { getBaseGuesses } = prototype
  const letterGuesses = new Map<string, number>()
  prototype.getBaseGuesses = function (this: typeof prototype, token, omniMatch) {
    if (token.length > 1 || token > '~') return getBaseGuesses.call(this, token, omniMatch)
    const known = letterGuesses.get(token)
    if (known !== undefined) return known
    const guesses = getBaseGuesses.call(this, token, omniMatch)
    letterGuesses.set(token, guesses)
    return guesses
  }
}

/** A word that is in a list exactly as typed. */
function isPlain({ pattern, token, matchedWord, reversed, l33t, dictionaryName }: Match): boolean {
  return pattern === 'dictionary' && token === matchedWord && !reversed && !l33t && dictionaryName !== 'diceware'
}

/** The candidates by the index they end at, in the order of their start. The first among equals counts. */
function candidatesByEnd(
  length: number,
  matches: readonly Match[],
  guessesFor: (match: Match) => number,
): Candidate[][] {
  const cheapest = new Map<number, Candidate>()
  const ending = Array.from({ length }, (): Candidate[] => [])
  for (const match of matches) {
    const piece = match.i * length + match.j
    const other = cheapest.get(piece)
    const guesses = guessesFor(match)
    if (other === undefined) {
      const candidate = { i: match.i, guesses, match }
      cheapest.set(piece, candidate)
      ending[match.j]?.push(candidate)
    } else if (guesses < other.guesses) {
      other.guesses = guesses
      other.match = match
    }
  }
  for (const candidates of ending) candidates.sort((a, b) => a.i - b.i)
  return ending
}
