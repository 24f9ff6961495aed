import { createPublicKey, verify } from 'node:crypto'
import { type Account, newAccount, note } from './account.ts'
import type { Calls } from './calls.ts'
import { changeFactors } from './factors.ts'
import { guess } from './guesses.ts'
import { codeIn, type MailSink } from './mail-sink.ts'

/** Signed-in users who keep calling the provider while it is restarted, killed or changed. */
export interface SteadyLoad {
  /** The accounts of all users. */
  accounts: Account[]
  /** Unexpected responses. */
  problems: string[]
  /** The number of successful calls. */
  done(): number
  /** Resolves after two further responses for each user: earlier requests have ended by then. */
  round(): Promise<void>
  stop(): Promise<void>
}

export interface LoadOptions {
  calls: Calls
  sink: MailSink
  users: number
  /** The URL of the key set for the next token verification; alternates between providers. */
  keyAddresses: () => string[]
  /** A client application. If set, users also change passwords, add authenticators, consent and guess at passcodes. */
  clientId?: string
}

/** Rounds of regular calls per occasional action. */
const roundsPerAction = 25

const patienceMs = 60_000
const mailWithinMs = 2_000

export async function signIn(calls: Calls, sink: MailSink, account: Account): Promise<string> {
  account.mailsAsked += 1
  const sent = await calls.post('/otps/email/login_or_create', { email: account.address, expiration_minutes: 10 })
  note(account, 'otp_send', sent)
  if (sent.kind !== 'ok') throw new Error(`sending to ${account.address}: ${JSON.stringify(sent)}`)
  const mail = await sink.next(account.address, account.mailsSeen)
  account.mailsSeen = mail.count
  const [code, methodId] = [codeIn(mail.text), String(sent.data.method_id)]
  const redeemed = await calls.post('/otps/authenticate', {
    ...{ token: code, method_id: methodId, session_duration_minutes: 60 },
  })
  note(account, 'otp_authenticate', redeemed)
  if (redeemed.kind !== 'ok') throw new Error(`signing ${account.address} in: ${JSON.stringify(redeemed)}`)
  account.spent.push({ methodId, code })
  account.userId = String(redeemed.data.user_id)
  const token = String(redeemed.data.session_token)
  account.sessions.set(token, 'live')
  return token
}

export async function startLoad(name: string, options: LoadOptions): Promise<SteadyLoad> {
  const { calls, sink, users, keyAddresses, clientId } = options
  const accounts = Array.from({ length: users }, (_, index) => newAccount(`${name}-${index}@example.com`))
  const factorUsers = clientId === undefined ? [] : accounts.map(({ address }) => newAccount(`factorUser-${address}`))
  const tokens = await Promise.all(accounts.map((account) => signIn(calls, sink, account)))
  const problems: string[] = []
  const answered = accounts.map(() => 0)
  const done = (): number => answered.reduce((sum, count) => sum + count, 0)
  let [step, isRunning] = [0, true]

  /** Runs independently of the results of the regular calls. */
  async function act(factorUser: Account, turn: number): Promise<void> {
    if (clientId === undefined || turn % roundsPerAction !== 0) return
    // In turn: sign-in, password change, authenticator, consent.
    const random = (): number => ((turn / roundsPerAction) % 4) / 4
    await changeFactors(factorUser, calls, { random, clientId })
    await guess(factorUser, calls, 1 + (turn % 4), read)
  }

  /** Undefined if the mail does not arrive soon: its provider may be gone, and another one sends it later. */
  function read(address: string): Promise<{ text: string } | undefined> {
    const late = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), mailWithinMs))
    return Promise.race([sink.next(address), late])
  }

  async function work(account: Account, token: string, index: number): Promise<void> {
    const count = (): number => (answered[index] = (answered[index] ?? 0) + 1)
    for (let turn = 1; isRunning; turn += 1) {
      const factorUser = factorUsers[index]
      if (factorUser) await act(factorUser, turn)
      const refreshed = await calls.post('/sessions/authenticate', {}, token)
      if (refreshed.kind !== 'ok') problems.push(`refresh: ${JSON.stringify(refreshed)}`)
      else {
        const addresses = keyAddresses()
        const address = addresses[count() % addresses.length]
        const problem = address && (await signatureProblem(String(refreshed.data.session_jwt), address))
        if (problem) problems.push(problem)
      }
      step += 1
      const next = step
      account.possibleSteps.push(next)
      const updated = await calls.put('/users/me', { untrusted_metadata: { step: next } }, token)
      if (updated.kind !== 'ok') problems.push(`update: ${JSON.stringify(updated)}`)
      else {
        note(account, 'user_update', updated)
        account.possibleSteps = [next]
        count()
      }
    }
  }
  const running = accounts.map((account, index) => work(account, tokens[index] ?? '', index))
  return {
    accounts: [...accounts, ...factorUsers],
    problems,
    done,
    async round() {
      const [before, end] = [[...answered], performance.now() + patienceMs]
      const isOver = (): boolean => answered.every((count, index) => count >= (before[index] ?? 0) + 2)
      while (!isOver() && performance.now() < end) await new Promise((resolve) => setTimeout(resolve, 10))
      if (!isOver()) throw new Error(`some were not answered in time: ${problems.join('; ')}`)
    },
    async stop() {
      isRunning = false
      await Promise.all(running)
    },
  }
}

/**
 * Verifies a token like a backend: with the published keys, fetched now. Returns undefined if the provider is gone: the
 * next token is verified with another one.
 */
export async function signatureProblem(jwt: string, keysAddress: string): Promise<string | undefined> {
  const published = await fetchKeys(keysAddress)
  if (published === undefined) return
  const { status, text } = published
  if (status === 503) return `the keys are away: ${text}`
  const [header = '', claims = '', signature = ''] = jwt.split('.')
  try {
    const { kid } = JSON.parse(Buffer.from(header, 'base64url').toString()) as { kid: string }
    const { keys } = JSON.parse(text) as { keys: (JsonWebKey & { kid: string })[] }
    const key = keys.find((one) => one.kid === kid)
    if (!key) return `a token that cannot be verified: ${kid} is not among ${keys.map((one) => one.kid).join(', ')}`
    const options = { key: createPublicKey({ key: key as never, format: 'jwk' }), dsaEncoding: 'ieee-p1363' as const }
    const isRight = verify('sha256', Buffer.from(`${header}.${claims}`), options, Buffer.from(signature, 'base64url'))
    return isRight ? undefined : `a token that cannot be verified: not signed by ${kid}`
  } catch (error) {
    return `a token that cannot be verified: ${status} ${text}: ${String(error)}`
  }
}

const brokenConnections = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']

/** Undefined if the connection fails. Any response is evaluated. */
async function fetchKeys(address: string): Promise<{ status: number; text: string } | undefined> {
  try {
    const answer = await fetch(address)
    return { status: answer.status, text: await answer.text() }
  } catch (error) {
    const { code = '' } = (error as { cause?: { code?: string } }).cause ?? {}
    return brokenConnections.includes(code) ? undefined : { status: 0, text: String(error) }
  }
}
