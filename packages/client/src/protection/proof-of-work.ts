import type { CaptchaChallengeResponse } from '@latchkey/contract'

export type Task = Pick<CaptchaChallengeResponse, 'challenge' | 'maxnumber' | 'salt'>

/**
 * Finds the number for which SHA-256 (FIPS 180-4) of salt and number is the challenge. Hashes by hand, because an
 * asynchronous `crypto.subtle.digest` per number takes ten times as long. Must be self-contained: a worker runs the
 * source text of this function.
 */
export async function solveProofOfWork({ challenge, maxnumber, salt }: Task): Promise<number | undefined> {
  // The first 32 bits of the fractional parts of roots of the first primes (§4.2.2, §5.3.3).
  const constants: number[] = []
  const initial: number[] = []
  for (let prime = 2; constants.length < 64; prime++) {
    let divisor = 2
    while (prime % divisor) divisor++
    if (divisor < prime) continue
    initial.push((prime ** (1 / 2) * 2 ** 32) | 0)
    constants.push((prime ** (1 / 3) * 2 ** 32) | 0)
  }
  // Converted, because an exception in an asynchronous worker function never reaches the page, which would wait forever.
  const digits = String(challenge)
  const wanted = Array.from(
    { length: 8 },
    (_, index) => Number.parseInt(digits.slice(index * 8, index * 8 + 8), 16) | 0,
  )
  const text = new TextEncoder().encode(salt)
  // Space for the salt, ten digits, the padding bit and the length (§5.1.1).
  const message = new Uint8Array((text.length + 82) & ~63)
  message.set(text)
  const view = new DataView(message.buffer)
  const schedule = new Int32Array(64)
  const hash = new Int32Array(8)
  const turn = (word: number, by: number): number => (word >>> by) | (word << (32 - by))

  for (let number = 0; number <= maxnumber; number++) {
    let length = text.length
    for (const digit of String(number)) message[length++] = digit.charCodeAt(0)
    message[length] = 0x80
    // The length of a shorter message may still be here.
    message.fill(0, length + 1)
    const end = (length + 72) & ~63
    view.setUint32(end - 4, length * 8)
    hash.set(initial.slice(0, 8))
    for (let block = 0; block < end; block += 64) {
      let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = hash
      for (let step = 0; step < 64; step++) {
        if (step < 16) schedule[step] = view.getInt32(block + step * 4)
        else {
          const near = schedule[step - 2] as number
          const far = schedule[step - 15] as number
          schedule[step] =
            (turn(near, 17) ^ turn(near, 19) ^ (near >>> 10)) +
            (schedule[step - 7] as number) +
            (turn(far, 7) ^ turn(far, 18) ^ (far >>> 3)) +
            (schedule[step - 16] as number)
        }
        const first =
          h +
          (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) +
          ((e & f) ^ (~e & g)) +
          (constants[step] as number) +
          (schedule[step] as number)
        const second = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))
        h = g
        g = f
        f = e
        e = (d + first) | 0
        d = c
        c = b
        b = a
        a = (first + second) | 0
      }
      ;[a, b, c, d, e, f, g, h].forEach((word, index) => {
        hash[index] = (hash[index] as number) + word
      })
    }
    if (hash[0] === wanted[0] && hash.every((word, index) => word === wanted[index])) return number
    // Outside a worker, this keeps the page responsive.
    if (number % 4096 === 0) await new Promise((go) => setTimeout(go))
  }
  return undefined
}
