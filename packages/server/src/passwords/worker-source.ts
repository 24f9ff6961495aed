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

// zxcvbn looks each piece of a password up in each of its twenty lists, which costs as much as a hash does. Nearly
// every piece is in none of them: one look at all words at once spares the rest, and finds exactly the same.
function lookOnce(dictionaries) {
  const known = new Set(Object.values(dictionaries).flatMap((words) => words.map((word) => String(word).toLowerCase())))
  load('zxcvbnMatching').prototype.match = function ({ password, userInputsOptions }) {
    const { rankedDictionaries, rankedDictionariesMaxWordSize } = this.getRangedDictionaries(userInputsOptions)
    const lists = Object.entries(rankedDictionaries)
    const personal = new Set(Object.keys(rankedDictionaries.userInputs ?? {}))
    const longest = Math.max(0, ...Object.values(rankedDictionariesMaxWordSize))
    const lower = password.toLowerCase()
    const matches = []
    for (let i = 0; i < password.length; i += 1) {
      for (let j = i; j < password.length && j - i < longest; j += 1) {
        const matchedWord = lower.slice(i, j + 1)
        if (!known.has(matchedWord) && !personal.has(matchedWord)) continue
        for (const [dictionaryName, ranks] of lists) {
          const rank = ranks[matchedWord]
          if (rank === undefined) continue
          const token = password.slice(i, j + 1)
          matches.push({ pattern: 'dictionary', i, j, token, matchedWord, rank, dictionaryName, reversed: false, l33t: false })
        }
      }
    }
    return matches
  }
}

let estimator
function estimate({ password, inputs }) {
  if (!estimator) {
    const { ZxcvbnFactory } = load('zxcvbn')
    const common = load('zxcvbnCommon')
    const dictionary = { ...common.dictionary, ...load('zxcvbnEnglish').dictionary }
    lookOnce(dictionary)
    estimator = new ZxcvbnFactory({
      dictionary,
      graphs: common.adjacencyGraphs,
      translations: workerData.translations,
      // Each further spelling of a leet word doubles the time and hardly changes a score.
      l33tMaxSubstitutions: 4,
    })
  }
  const { score, feedback } = estimator.check(password, inputs)
  return { score, warning: feedback.warning ?? '', suggestions: feedback.suggestions }
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
