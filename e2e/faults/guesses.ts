import { randomUUID } from 'node:crypto'
import { type Account, type Guessed, note } from './account.ts'
import { type Calls, insist, outcomeName } from './calls.ts'
import { codeIn } from './mail-sink.ts'

/** The error for a wrong, redeemed or locked passcode. */
export const wrongCode = 'otp_code_not_found'

/** After this many wrong guesses the correct code is rejected too. */
const guessesPerCode = 5

const present = (calls: Calls, methodId: string, token: string) => {
  const body = { token, method_id: methodId, session_duration_minutes: 60 }
  return calls.post('/otps/authenticate', body, undefined, wrongCode)
}

const otherThan = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

/** Guesses `times` times at the passcode of a new address. `read` returns undefined if the mail does not arrive. */
export async function guess(
  account: Account,
  calls: Calls,
  times: number,
  read: (address: string) => Promise<{ text: string } | undefined>,
): Promise<void> {
  const address = `guessed-${randomUUID()}@example.com`
  const sent = await calls.post('/otps/email/login_or_create', { email: address, expiration_minutes: 10 })
  if (sent.kind !== 'ok') return
  note(account, 'otp_send', sent)
  const mail = await read(address)
  if (!mail) return
  const guessed: Guessed = { methodId: String(sent.data.method_id), code: codeIn(mail.text), wrong: 0 }
  account.guessed.push(guessed)
  while (guessed.wrong < times) {
    const outcome = await present(calls, guessed.methodId, otherThan(guessed.code))
    if (outcomeName(outcome) !== wrongCode) return
    guessed.wrong += 1
    note(account, 'otp_authenticate', outcome)
  }
}

/** D1: acknowledged guesses are counted. After the remaining wrong guesses the correct code must be rejected. */
export async function auditGuesses({ guessed }: Account, calls: Calls): Promise<string[]> {
  const wrong: string[] = []
  for (const { methodId, code, wrong: acknowledged } of guessed.splice(0)) {
    for (let count = acknowledged; count < guessesPerCode; count += 1)
      await insist(() => present(calls, methodId, otherThan(code)))
    const word = outcomeName(await insist(() => present(calls, methodId, code)))
    if (word !== wrongCode)
      wrong.push(`a code with ${acknowledged} wrong guesses is answered with ${word} after the rest`)
  }
  return wrong
}
