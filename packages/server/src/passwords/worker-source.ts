/**
 * What a password thread runs. It is a text, so that it starts alike from source, from the built package and from
 * a bundle, none of which have it as a file in the same place. It decides nothing: what to compute is worked out by
 * typed code outside, and the libraries come as paths, loaded when a job first needs them.
 */
export const workerSource = `
const { parentPort, workerData } = require('node:worker_threads')
const { pbkdf2Sync, scryptSync, timingSafeEqual } = require('node:crypto')

const load = (name) => require(workerData.modules[name])
const equals = (a, b) => a.length === b.length && timingSafeEqual(a, b)

// zxcvbn looks each piece of a password up in each of its twenty lists, and weighs each match anew at every turn; both
// together cost as much as a hash does. What follows finds and weighs exactly the same, with less work: no word begins
// as most pieces do, and nearly every other is in no list, which a filter of bits tells before the piece is even cut
// out; and each match is weighed once.
const filterBytes = 2 ** 21
const beginning = 4
const withLetter = (hash, unit) => Math.imul(hash ^ unit, 0x01000193)
const mayHold = (filter, hash) => {
  const bit = (hash >>> 8) & (filter.length * 8 - 1)
  return (filter[bit >>> 3] & (1 << (bit & 7))) !== 0
}
// How long the words are that begin with the same letters; the tables are small enough to stay in the processor.
const reachOf = (reach, hash) => reach[(hash >>> 8) & (reach.length - 1)]
function lookUpFor(words, bytes, beginnings) {
  const filter = new Uint8Array(bytes)
  const reach = new Uint16Array(beginnings)
  for (const word of words) {
    let hash = 0
    for (let at = 0; at < word.length; at += 1) {
      hash = withLetter(hash, word.charCodeAt(at))
      const place = (hash >>> 8) & (beginnings - 1)
      if (at === beginning - 1 && reach[place] < word.length) reach[place] = word.length
    }
    const bit = (hash >>> 8) & (bytes * 8 - 1)
    filter[bit >>> 3] |= 1 << (bit & 7)
  }
  return { filter, reach }
}

// From each place of a spelling on, where it first differs from what was typed. A word before that is the typed one,
// which the library drops after the fact. Null where the two cannot be laid side by side.
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

function lookOnce({ matching, options }) {
  const lists = Object.entries(options.rankedDictionaries)
  const names = lists.map(([name]) => name)
  const isSequence = names.map((name) => options.isWordSequence(name))
  const longest = Math.max(0, ...Object.values(options.rankedDictionariesMaxWordSize))
  // Of each word its place in every list that has it, two numbers a list: far smaller than an object each.
  const places = new Map()
  lists.forEach(([, ranks], list) => {
    for (const [word, rank] of Object.entries(ranks)) {
      const known = places.get(word)
      if (known) known.push(list, rank)
      else places.set(word, [list, rank])
    }
  })
  const { filter, reach } = lookUpFor(places.keys(), filterBytes, 2 ** 17)
  // The same for every spelling of one password.
  const personalLookUps = new WeakMap()
  const nobody = { rankedDictionary: {}, rankedDictionaryMaxWordSize: 0 }

  const { dictionary, dictionaryL33t } = matching.matchers
  Object.getPrototypeOf(dictionary).match = function ({ password, userInputsOptions }) {
    const inputs = (this.wordSequenceCheck ? undefined : userInputsOptions) ?? nobody
    const personal = inputs.rankedDictionary
    const lookUp = personalLookUps.get(inputs) ?? lookUpFor(Object.keys(personal), 64, 256)
    personalLookUps.set(inputs, lookUp)
    const width = Math.max(longest, inputs.rankedDictionaryMaxWordSize)
    const lower = password.toLowerCase()
    // Lower case can be longer or shorter.
    const isAligned = lower.length === password.length
    const changes = changesIn(password, this.typed)
    const matches = []
    for (let i = 0; i < password.length; i += 1) {
      let hash = 0
      let end = i + width
      for (let j = i; j < password.length && j < end; j += 1) {
        if (j < lower.length) hash = withLetter(hash, lower.charCodeAt(j))
        if (isAligned && j - i === beginning - 1)
          end = i + Math.max(beginning, reachOf(reach, hash), reachOf(lookUp.reach, hash))
        if (!mayHold(filter, hash) && !mayHold(lookUp.filter, hash)) continue
        // A whole match is what ends the search among spellings, typed or not.
        if (changes && changes[i] > j && (i > 0 || j < password.length - 1)) continue
        const matchedWord = lower.slice(i, j + 1)
        const token = password.slice(i, j + 1)
        const match = { pattern: 'dictionary', i, j, token, matchedWord, rank: 0, dictionaryName: '', reversed: false, l33t: false }
        const known = places.get(matchedWord) ?? []
        for (let at = 0; at < known.length; at += 2) {
          const list = known[at]
          if (!this.wordSequenceCheck || isSequence[list]) matches.push({ ...match, rank: known[at + 1], dictionaryName: names[list] })
        }
        if (Object.hasOwn(personal, matchedWord)) matches.push({ ...match, rank: personal[matchedWord], dictionaryName: 'userInputs' })
      }
    }
    return matches
  }

  const l33t = Object.getPrototypeOf(dictionaryL33t)
  const { match } = l33t
  l33t.match = function (given) {
    this.typed = given.password
    return match.call(this, given)
  }
}

function weighOnce({ scoring }) {
  const weigh = load('zxcvbnEstimate')
  const { factorial } = load('zxcvbnScoring')
  const { MIN_GUESSES_BEFORE_GROWING_SEQUENCE: growing } = load('zxcvbnConstants')
  const prototype = Object.getPrototypeOf(scoring)
  const { mostGuessableMatchSequence, makeBruteforceMatch } = prototype
  prototype.mostGuessableMatchSequence = function (password, matches, ...rest) {
    // Of all that a piece can be only the likeliest counts, the first of equals.
    const likeliest = new Map()
    for (const match of matches) {
      const weighed = weigh(this.options, match, password)
      const piece = match.i * password.length + match.j
      const other = likeliest.get(piece)
      if (other === undefined || weighed.guesses < other.guesses) likeliest.set(piece, weighed)
    }
    return mostGuessableMatchSequence.call(this, password, [...likeliest.values()], ...rest)
  }
  // What is only guessed weighs by its length alone.
  const guessed = []
  prototype.makeBruteforceMatch = function (i, j) {
    const match = makeBruteforceMatch.call(this, i, j)
    guessed[j - i] ??= weigh(this.options, match, this.password)
    const { guesses, guessesLog10 } = guessed[j - i]
    return { pattern: match.pattern, token: match.token, i, j, guesses, guessesLog10 }
  }
  // The best way to the end of a match by so many matches; a shorter one that is no worse wins.
  prototype.update = function (match, count) {
    const { totalGuesses, bestMatches, guessesProduct } = this.optimal
    const product = count > 1 ? match.guesses * guessesProduct[match.i - 1][count - 1] : match.guesses
    const total = factorial(count) * product + (this.excludeAdditive ? 0 : growing ** (count - 1))
    for (let fewer = 1; fewer <= count; fewer += 1) if (totalGuesses[match.j][fewer] <= total) return
    totalGuesses[match.j][count] = total
    bestMatches[match.j][count] = match
    guessesProduct[match.j][count] = product
  }
  // Two guessed pieces beside each other are never better than one.
  prototype.bruteforceUpdate = function (end) {
    this.update(this.makeBruteforceMatch(0, end), 1)
    for (let i = 1; i <= end; i += 1) {
      const before = this.optimal.bestMatches[i - 1]
      let match
      for (let count = 1; count <= i; count += 1) {
        if (before[count] === undefined || before[count].pattern === 'bruteforce') continue
        match ??= this.makeBruteforceMatch(i, end)
        this.update(match, count + 1)
      }
    }
  }
}

let estimator
function estimate({ password, inputs }) {
  if (!estimator) {
    const { ZxcvbnFactory } = load('zxcvbn')
    const common = load('zxcvbnCommon')
    estimator = new ZxcvbnFactory({
      dictionary: { ...common.dictionary, ...load('zxcvbnEnglish').dictionary },
      graphs: common.adjacencyGraphs,
      translations: workerData.translations,
      // Each further spelling of a leet word doubles the time and hardly changes a score.
      l33tMaxSubstitutions: 4,
    })
    lookOnce(estimator)
    weighOnce(estimator)
  }
  const { score, feedback } = estimator.check(password, inputs)
  return { score, warning: feedback.warning ?? '', suggestions: feedback.suggestions, isCommon: isCommon({ password }) }
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
