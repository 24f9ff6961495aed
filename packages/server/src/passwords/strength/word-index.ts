/** Letters of a word that a table of beginnings contains. */
export const beginningLength = 4

/** A Bloom filter of words, and the longest word for each beginning. Both are small enough for the processor cache. */
export interface WordFilter {
  filter: Uint8Array
  reach: Uint16Array
  longest: number
}

export function hashLetter(hash: number, unit: number): number {
  return Math.imul(hash ^ unit, 0x01000193)
}

/** False if no word has this hash. */
export function mayContain(filter: Uint8Array, hash: number): boolean {
  const bit = (hash >>> 8) & (filter.length * 8 - 1)
  return ((filter[bit >>> 3] ?? 0) & (1 << (bit & 7))) !== 0
}

/** The length of the longest word whose beginning has this hash. */
export function longestFrom(reach: Uint16Array, hash: number): number {
  return reach[(hash >>> 8) & (reach.length - 1)] ?? 0
}

/** Both sizes are powers of two. */
export function createWordFilter(
  words: Iterable<string>,
  { bytes, beginnings }: { bytes: number; beginnings: number },
): WordFilter {
  const filter = new Uint8Array(bytes)
  const reach = new Uint16Array(beginnings)
  let longest = 0
  for (const word of words) {
    if (longest < word.length) longest = word.length
    let hash = 0
    for (let at = 0; at < word.length; at += 1) {
      hash = hashLetter(hash, word.charCodeAt(at))
      const slot = (hash >>> 8) & (beginnings - 1)
      if (at === beginningLength - 1 && (reach[slot] ?? 0) < word.length) reach[slot] = word.length
    }
    const bit = (hash >>> 8) & (bytes * 8 - 1)
    filter[bit >>> 3] = (filter[bit >>> 3] ?? 0) | (1 << (bit & 7))
  }
  return { filter, reach, longest }
}

/** A list and a rank in it as one number; several if the word is in several lists. */
export type WordEntry = number | number[]

const listSize = 2 ** 20

export function listOf(entry: number): number {
  return Math.floor(entry / listSize)
}

export function rankOf(entry: number): number {
  return entry % listSize
}

/**
 * Maps each word to its lists and ranks. The first estimate after a start waits for these tables: those of the library,
 * with an object per word, take twice as long and 60 MB more.
 */
export function indexWords(lists: readonly (readonly (string | number)[])[]): Map<string, WordEntry> {
  const entries = new Map<string, WordEntry>()
  for (const [list, words] of lists.entries()) {
    let entry = list * listSize
    for (const listed of words) {
      const word = String(listed)
      entry += 1
      const known = entries.get(word)
      if (known === undefined || (typeof known === 'number' && listOf(known) === list)) entries.set(word, entry)
      else if (typeof known === 'number') entries.set(word, [known, entry])
      // If a list has a word twice, the later rank counts.
      else if (listOf(known.at(-1) ?? 0) === list) known[known.length - 1] = entry
      else known.push(entry)
    }
  }
  return entries
}
