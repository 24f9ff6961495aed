import { randomBytes } from 'node:crypto'
import { createRequire } from 'node:module'
import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import * as common from '@zxcvbn-ts/language-common'
import * as english from '@zxcvbn-ts/language-en'
import { describe, expect, it } from 'vitest'
import { createEstimator, estimateOptions } from './estimator.ts'

/** The parts of a match that an estimate depends on. */
function pick({ pattern, i, j, guesses, rank, dictionaryName, reversed, l33t }: Record<string, unknown>): unknown {
  return { pattern, i, j, guesses, rank, dictionaryName, reversed, l33t }
}

const estimator = createEstimator(createRequire(import.meta.url))

/** With the matches, because a score has only five values. */
function estimateInFull(password: string, inputs: string[]): unknown {
  const { isCommon: _, ...result } = estimator.estimate(password, inputs)
  const { guesses, sequence } = estimator.explain(password, inputs)
  return { ...result, guesses, sequence: sequence.map((match) => pick({ ...match })) }
}

/** Typical variations of a word in passwords. */
function variants(word: string, index: number, words: string[]): string[] {
  const other = words[(index + 7) % words.length] ?? ''
  const leet = word.replace(/[aeios]/g, (letter) => ({ a: '4', e: '3', i: '1', o: '0', s: '$' })[letter] ?? letter)
  const capital = `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`
  return [
    ...[word, [...word].reverse().join(''), leet, word.toUpperCase(), capital, `${word}${word}`, `${word}${other}`],
    ...[`${word}1997`, `${word}-1-1-99`, `aa${word}`, `${leet}-${other}-may`, `${word}\u00e9${other}`],
  ]
}

// The estimator changes the CommonJS copy of the library; this copy, of its ES modules, is unchanged.
const plain = new ZxcvbnFactory({
  dictionary: { ...common.dictionary, ...english.dictionary },
  graphs: common.adjacencyGraphs,
  ...estimateOptions(),
})

const inputs = ['ada@example.com', 'Lovelace', 'Acme', 'Quokkaburgh']
const samples: [what: string, samples: string[]][] = [
  ['plain words', ['Tr0ub4dour&3', 'correcthorsebatterystaple', 'drowssap', 'P@ssw0rd1', 'm0nk3y dr@g0n']],
  ['words with digits in them, as a whole', ['trustno1', '1q2w3e4r', 'pa55word', 'p4ssw0rd', 'dr4g0n', 'l0v3l4c3']],
  [
    'repetitions, dates and keys',
    ['zz3/4/85xq', 'zaq1zaq1', 'abcabcabc', '13.5.1997', 'januaryfebruary', 'qwertzuiop', '24681012'],
  ],
  ['data about the user', ['Smith Jones', 'adaLOVELACE99', 'acme acme', '4d4', 'ecalevol', 'xxquokkaburgh7']],
  [
    'letters that change their length',
    ['\u0130stanbul', 'drowssap\u0130', '\u1e9etra\u00dfe', '\ufb01sh', '\ud83d\ude00password'],
  ],
  ['lone surrogates, the empty text and a space', ['\ud800abc', '', ' ', 'e\u0301le\u0301phant']],
  ['names of object properties', ['constructor', '__proto__', 'x__proto__y', 'hasOwnProperty', 'toString1']],
  ['random passwords', Array.from({ length: 40 }, (_, index) => randomBytes(6 + (index % 9)).toString('base64'))],
  [
    'variations of words around a rank where the score changes',
    common.dictionary['passwords-common']
      .slice(490, 1_010)
      .filter((_, index) => index % 26 === 0)
      .flatMap(variants),
  ],
]

describe('an estimate equals that of the library exactly', { timeout: 60_000 }, () => {
  it.each(samples)('estimates %s like the library', (_what, passwords) => {
    for (const password of passwords) {
      const { score, guesses, sequence, feedback } = plain.check(password, inputs)
      const { warning, suggestions } = feedback
      expect([password, estimateInFull(password, inputs)]).toEqual([
        password,
        { score, warning: warning ?? '', suggestions, guesses, sequence: sequence.map((match) => pick({ ...match })) },
      ])
    }
  })
})
