/**
 * The program of a password thread. It is a text, so that it starts the same way from source, from the built package
 * and from a bundle, where files are in different places. Typed code outside decides what to compute; the libraries
 * come as paths and are loaded when a job first needs them.
 */
export const workerSource = `
const { parentPort, workerData } = require('node:worker_threads')
const { createCipheriv, pbkdf2Sync, scryptSync, timingSafeEqual } = require('node:crypto')
const { getPriority, setPriority } = require('node:os')

// Requests without a password must not wait for hashes, so this thread gets a lower priority than the main thread.
// Only Linux has priorities per thread. If the system rejects the change, the thread works at normal priority.
if (process.platform === 'linux') try { setPriority(Math.min(getPriority() + 10, 19)) } catch {}

const loaded = {}
const load = (name) => (loaded[name] ??= require(workerData.modules[name]))
const equals = (a, b) => a.length === b.length && timingSafeEqual(a, b)

// zxcvbn looks up each substring of a password in each of its twenty lists and estimates each match again and again;
// together this costs as much as a hash. The code below gives exactly the same results with less work: a table of word
// beginnings and a Bloom filter exclude most substrings before they are created, results are reused, and each match is
// estimated once.
const filterBytes = 2 ** 21
const beginning = 4
const withLetter = (hash, unit) => Math.imul(hash ^ unit, 0x01000193)
const mayHold = (filter, hash) => {
  const bit = (hash >>> 8) & (filter.length * 8 - 1)
  return (filter[bit >>> 3] & (1 << (bit & 7))) !== 0
}
// The longest word that begins with the same letters; the tables are small enough for the processor cache.
const reachOf = (reach, hash) => reach[(hash >>> 8) & (reach.length - 1)]
function lookUpFor(words, bytes, beginnings) {
  const filter = new Uint8Array(bytes)
  const reach = new Uint16Array(beginnings)
  let longest = 0
  for (const word of words) {
    if (longest < word.length) longest = word.length
    let hash = 0
    for (let at = 0; at < word.length; at += 1) {
      hash = withLetter(hash, word.charCodeAt(at))
      const slot = (hash >>> 8) & (beginnings - 1)
      if (at === beginning - 1 && reach[slot] < word.length) reach[slot] = word.length
    }
    const bit = (hash >>> 8) & (bytes * 8 - 1)
    filter[bit >>> 3] |= 1 << (bit & 7)
  }
  return { filter, reach, longest }
}

// For each index of a spelling, the next index where it differs from the typed password. A word before that equals the
// typed one, and the library would drop it later. Null if the two cannot be compared by index.
function changesIn(spelling, typed) {
  if (typed === undefined || typed.length !== spelling.length || /[^ -~]/.test(typed)) return null
  const changes = new Array(spelling.length)
  let next = spelling.length
  for (let at = spelling.length - 1; at >= 0; at -= 1) {
    if (typed.charCodeAt(at) !== spelling.charCodeAt(at)) next = at
    changes[at] = next
  }
  return changes
}

// Maps each word to its list and its rank there, as one number, or as one number per list. The first estimate after a
// start waits for these tables: those of the library, with an object per word, took twice as long and 60 MB more.
const listSize = 2 ** 20
const listIndex = (entry) => Math.floor(entry / listSize)
function indexWords(lists) {
  const entries = new Map()
  lists.forEach((words, list) => {
    let entry = list * listSize
    for (const word of words) {
      entry += 1
      const known = entries.get(word)
      if (known === undefined || listIndex(known) === list) entries.set(word, entry)
      else if (typeof known === 'number') entries.set(word, [known, entry])
      // If a list has a word twice, the later rank counts.
      else if (listIndex(known.at(-1)) === list) known[known.length - 1] = entry
      else known.push(entry)
    }
  })
  return entries
}

function lookOnce({ matching, options }, dictionary) {
  const notListed = []
  const names = Object.keys(dictionary)
  const isSequence = names.map((name) => options.isWordSequence(name))
  const entries = indexWords(Object.values(dictionary))
  const { filter, reach, longest } = lookUpFor(entries.keys(), filterBytes, 2 ** 17)
  // Reused for every spelling of one password.
  const personalLookUps = new WeakMap()
  const noInputs = { rankedDictionary: {}, rankedDictionaryMaxWordSize: 0 }
  const lookUpOf = (inputs) => {
    const known = personalLookUps.get(inputs)
    if (known) return known
    const ranks = new Map(Object.entries(inputs.rankedDictionary))
    const made = { ranks, ...lookUpFor(ranks.keys(), 64, 256) }
    personalLookUps.set(inputs, made)
    return made
  }

  // Finds each substring that is in a list.
  function findWords(password, typed, inputs) {
    const personal = lookUpOf(inputs)
    const width = Math.max(longest, inputs.rankedDictionaryMaxWordSize)
    const lower = password.toLowerCase()
    // Lower case can change the length.
    const isAligned = lower.length === password.length
    const changes = changesIn(password, typed)
    const found = []
    for (let i = 0; i < password.length; i += 1) {
      let hash = 0
      let end = i + width
      for (let j = i; j < password.length && j < end; j += 1) {
        if (j < lower.length) hash = withLetter(hash, lower.charCodeAt(j))
        if (isAligned && j - i === beginning - 1)
          end = i + Math.max(beginning, reachOf(reach, hash), reachOf(personal.reach, hash))
        const mayBeListed = mayHold(filter, hash)
        if (!mayBeListed && !mayHold(personal.filter, hash)) continue
        // A match of the whole password ends the search through spellings, even if it equals the typed one.
        if (changes && changes[i] > j && (i > 0 || j < password.length - 1)) continue
        const word = lower.slice(i, j + 1)
        const listed = (mayBeListed ? entries.get(word) : undefined) ?? notListed
        const rank = personal.ranks.get(word)
        if (listed !== notListed || rank !== undefined) found.push({ i, j, word, listed, rank })
      }
    }
    return found
  }

  // The library searches the same texts again for sequences of words, in fewer lists: the first result is reused.
  const foundWords = new Map()
  const { dictionary: words, dictionaryL33t, date } = matching.matchers
  Object.getPrototypeOf(words).match = function ({ password, userInputsOptions }) {
    const isSpelling = this.typed !== undefined
    const inputs = (this.wordSequenceCheck ? undefined : userInputsOptions) ?? noInputs
    const earlier = this.wordSequenceCheck && !isSpelling ? foundWords.get(password) : undefined
    const found = earlier ?? findWords(password, this.typed, inputs)
    if (!isSpelling) foundWords.set(password, found)
    const matches = []
    const add = ({ i, j, word }, rank, dictionaryName) => {
      if (i === 0 && j === password.length - 1) this.isWhole = true
      const token = password.slice(i, j + 1)
      matches.push({ pattern: 'dictionary', i, j, token, matchedWord: word, rank, dictionaryName, reversed: false, l33t: false })
    }
    for (const piece of found) {
      const { listed, rank } = piece
      for (const entry of typeof listed === 'number' ? [listed] : listed) {
        const list = listIndex(entry)
        if (!this.wordSequenceCheck || isSequence[list]) add(piece, entry % listSize, names[list])
      }
      if (rank !== undefined && !this.wordSequenceCheck) add(piece, rank, 'userInputs')
    }
    return matches
  }

  // Spellings are reused too, unless a match of the whole password ended the first search early.
  const spelled = new Map()
  const sequences = new Set(names.filter((_, list) => isSequence[list]))
  const l33t = Object.getPrototypeOf(dictionaryL33t)
  const { match } = l33t
  l33t.match = function (given) {
    const earlier = this.wordSequenceCheck ? spelled.get(given.password) : undefined
    if (earlier && !earlier.isWhole) return earlier.matches.filter((one) => sequences.has(one.dictionaryName))
    this.typed = given.password
    this.isWhole = false
    const matches = match.call(this, given)
    if (!this.wordSequenceCheck) spelled.set(given.password, { matches, isWhole: this.isWhole })
    return matches
  }

  // A date has four digits in a row, or two digits around a separator.
  const { match: findDates } = Object.getPrototypeOf(date)
  Object.getPrototypeOf(date).match = function (given) {
    return /\\d(\\d{3}|[\\s/\\\\_.-]\\d)/.test(given.password) ? findDates.call(this, given) : []
  }

  return () => {
    foundWords.clear()
    spelled.clear()
  }
}

// Searches for the matches that together take the fewest guesses, as the library does, but on plain numbers. A match is
// estimated once; a word that is in a list as typed, by its rank alone; a brute-force match, by its length alone. Full
// estimates are computed only for matches that are part of the result.
function weighOnce({ scoring }) {
  const weigh = load('zxcvbnEstimate')
  const { factorial, log10 } = load('zxcvbnScoring')
  const constants = load('zxcvbnConstants')
  const growing = constants.MIN_GUESSES_BEFORE_GROWING_SEQUENCE
  const factorials = []
  const growths = []
  const guessed = []
  const isPlain = ({ pattern, token, matchedWord, reversed, l33t, dictionaryName }) =>
    pattern === 'dictionary' && token === matchedWord && !reversed && !l33t && dictionaryName !== 'diceware'
  const fewest = ({ length }, password) => {
    if (length === password.length) return 1
    return length === 1 ? constants.MIN_SUBMATCH_GUESSES_SINGLE_CHAR : constants.MIN_SUBMATCH_GUESSES_MULTI_CHAR
  }
  const guessesFor = (options, match, password) =>
    isPlain(match)
      ? Math.max(match.rank, fewest(match.token, password))
      : weigh(options, match, password).guesses

  // For each end index and each number of matches up to it: the fewest guesses, their product, and the last match (or
  // the start index of a brute-force match). Shared by all searches, which run one at a time.
  let totals = new Float64Array(0)
  let products = new Float64Array(0)

  Object.getPrototypeOf(scoring).mostGuessableMatchSequence = function (password, matches, excludeAdditive = false) {
    const { options } = this
    const { length } = password
    const width = length + 1
    if (totals.length < length * width) {
      totals = new Float64Array(length * width)
      products = new Float64Array(length * width)
    }
    totals.fill(Number.NaN, 0, length * width)
    const last = new Array(length * width)
    const most = new Array(length).fill(0)
    for (let size = guessed.length; size <= length; size += 1) {
      const token = '0'.repeat(size)
      guessed.push(size === 0 ? 0 : weigh(options, { pattern: 'bruteforce', token, i: 0, j: size - 1 }, token).guesses)
      factorials.push(factorial(size))
      growths.push(growing ** (size - 1))
    }

    // Keeps the best sequence of this many matches up to index j; a shorter sequence that is not worse wins.
    const update = (guesses, i, j, count, match) => {
      const product = count > 1 ? guesses * products[(i - 1) * width + count - 1] : guesses
      const total = factorials[count] * product + (excludeAdditive ? 0 : growths[count])
      const row = j * width
      for (let fewer = 1; fewer <= count; fewer += 1) if (totals[row + fewer] <= total) return
      totals[row + count] = total
      products[row + count] = product
      last[row + count] = match
      if (most[j] < count) most[j] = count
    }

    // Only the likeliest match of each substring counts, and the first among equals.
    const likeliest = new Map()
    const ending = Array.from({ length }, () => [])
    for (const match of matches) {
      const piece = match.i * length + match.j
      const other = likeliest.get(piece)
      const guesses = guessesFor(options, match, password)
      if (other === undefined) {
        const one = { i: match.i, guesses, match }
        likeliest.set(piece, one)
        ending[match.j].push(one)
      } else if (guesses < other.guesses) {
        other.guesses = guesses
        other.match = match
      }
    }
    for (let end = 0; end < length; end += 1) {
      for (const { i, guesses, match } of ending[end].sort((a, b) => a.i - b.i)) {
        if (i === 0) update(guesses, 0, end, 1, match)
        else
          for (let count = 1; count <= most[i - 1]; count += 1)
            if (last[(i - 1) * width + count] !== undefined) update(guesses, i, end, count + 1, match)
      }
      update(guessed[end + 1], 0, end, 1, 0)
      // Two adjacent brute-force matches are never better than one.
      for (let i = 1; i <= end; i += 1)
        for (let count = 1; count <= most[i - 1]; count += 1)
          if (typeof last[(i - 1) * width + count] === 'object') update(guessed[end - i + 1], i, end, count + 1, i)
    }

    const sequence = []
    const row = (length - 1) * width
    let count = 0
    for (let some = 1; some <= most[length - 1]; some += 1)
      if (totals[row + some] < (count === 0 ? Number.POSITIVE_INFINITY : totals[row + count])) count = some
    const guesses = length === 0 ? 1 : totals[row + count]
    for (let end = length - 1; end >= 0; ) {
      const found = last[end * width + count]
      const i = typeof found === 'number' ? found : found.i
      const token = password.slice(i, end + 1)
      const match = typeof found === 'number' ? { pattern: 'bruteforce', token, i, j: end } : found
      sequence.unshift(weigh(options, match, password))
      end = i - 1
      count -= 1
    }
    return { password, guesses, guessesLog10: log10(guesses), sequence }
  }
}

// Repeats are mostly of one letter, whose estimate is computed once.
function repeatOnce({ matching }) {
  const prototype = Object.getPrototypeOf(matching.matchers.repeat)
  const { getBaseGuesses } = prototype
  const letterGuesses = new Map()
  prototype.getBaseGuesses = function (token, omniMatch) {
    if (token.length > 1 || token > '~') return getBaseGuesses.call(this, token, omniMatch)
    if (!letterGuesses.has(token)) letterGuesses.set(token, getBaseGuesses.call(this, token, omniMatch))
    return letterGuesses.get(token)
  }
}

let estimator
let forget
function estimate({ password, inputs }) {
  if (!estimator) {
    const { ZxcvbnFactory } = load('zxcvbn')
    const common = load('zxcvbnCommon')
    // The library gets no words: they are looked up in the tables above.
    estimator = new ZxcvbnFactory({
      graphs: common.adjacencyGraphs,
      translations: workerData.translations,
      // Each further substitution of a leet word doubles the time and hardly changes a score.
      l33tMaxSubstitutions: 4,
    })
    forget = lookOnce(estimator, { ...common.dictionary, ...load('zxcvbnEnglish').dictionary })
    weighOnce(estimator)
    repeatOnce(estimator)
  }
  try {
    // Like the check of the library, without the attack times.
    const { guesses, sequence } = estimator.scoring.mostGuessableMatchSequence(password, estimator.main(password, inputs))
    const score = estimator.timeEstimates.guessesToScore(guesses)
    const { warning, suggestions } = estimator.getFeedback(score, sequence)
    return { score, warning: warning ?? '', suggestions, isCommon: isCommon({ password }) }
  } finally {
    // Parts of the password must not stay in memory, even after an error.
    forget()
  }
}

let commonPasswords
function isCommon({ password }) {
  commonPasswords ??= new Set(load('zxcvbnCommon').dictionary['passwords-common'])
  return commonPasswords.has(password) || commonPasswords.has(password.toLowerCase())
}

const jobs = {
  hash: ({ password, options, salt }) => load('argon2').hashSync(password, { ...options, salt }),
  argon2: ({ password, hash }) => load('argon2').verifySync(hash, password),
  bcrypt: ({ password, hash }) => load('bcrypt').compareSync(password, hash),
  // Firebase encrypts the project's signer key with a key derived from the password; the result is the hash.
  firebaseScrypt: ({ password, salt, signerKey, key, options }) => {
    const cipher = createCipheriv('aes-256-ctr', scryptSync(password, salt, 32, options), Buffer.alloc(16))
    return equals(Buffer.concat([cipher.update(signerKey), cipher.final()]), key)
  },
  scrypt: ({ password, salt, key, options }) => equals(scryptSync(password, salt, key.length, options), key),
  pbkdf2: ({ password, salt, key, iterations, digest }) =>
    equals(pbkdf2Sync(password, salt, iterations, key.length, digest), key),
  estimate,
  isCommon,
}

parentPort.on('message', ({ id, job }) => {
  try {
    parentPort.postMessage({ id, value: jobs[job.kind](job) })
  } catch (error) {
    parentPort.postMessage({ id, problem: String(error && error.code || error && error.name || 'unknown') })
  }
})
`
