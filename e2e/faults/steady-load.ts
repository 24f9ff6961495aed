import { createPublicKey, verify } from 'node:crypto'
import type { Calls } from './calls.ts'
import { type Account, newAccount } from './ledger.ts'
import { codeIn, type MailSink } from './mail-sink.ts'

/** People who are signed in and go on working, however the provider is changed below them. */
export interface SteadyLoad {
  accounts: Account[]
  /** What was not answered as it should be. */
  problems: string[]
  /** How many calls were answered well. */
  done(): number
  /** Resolves once everybody was answered twice more: what was on its way before has ended. */
  round(): Promise<void>
  stop(): Promise<void>
}

export interface LoadOptions {
  calls: Calls
  sink: MailSink
  people: number
  /** Where the keys are fetched from that tokens are verified with; another address each time. */
  keyAddresses: () => string[]
}

const patienceMs = 60_000

export async function signIn(calls: Calls, sink: MailSink, account: Account): Promise<string> {
  const sent = await calls.post('/otps/email/login_or_create', { email: account.address, expiration_minutes: 10 })
  if (sent.kind !== 'ok') throw new Error(`sending to ${account.address}: ${JSON.stringify(sent)}`)
  const mail = await sink.next(account.address, account.mailsSeen)
  account.mailsSeen = mail.count
  const body = { token: codeIn(mail.text), method_id: sent.data.method_id, session_duration_minutes: 60 }
  const redeemed = await calls.post('/otps/authenticate', body)
  if (redeemed.kind !== 'ok') throw new Error(`signing ${account.address} in: ${JSON.stringify(redeemed)}`)
  account.userId = String(redeemed.data.user_id)
  const token = String(redeemed.data.session_token)
  account.sessions.set(token, 'live')
  return token
}

export async function startLoad(name: string, options: LoadOptions): Promise<SteadyLoad> {
  const { calls, sink, people, keyAddresses } = options
  const accounts = Array.from({ length: people }, (_, index) => newAccount(`${name}-${index}@example.com`))
  const tokens = await Promise.all(accounts.map((account) => signIn(calls, sink, account)))
  const problems: string[] = []
  const answered = accounts.map(() => 0)
  const done = (): number => answered.reduce((sum, count) => sum + count, 0)
  let [step, isRunning] = [0, true]

  async function work(account: Account, token: string, index: number): Promise<void> {
    const count = (): number => (answered[index] = (answered[index] ?? 0) + 1)
    while (isRunning) {
      const refreshed = await calls.post('/sessions/authenticate', {}, token)
      if (refreshed.kind !== 'ok') problems.push(`refresh: ${JSON.stringify(refreshed)}`)
      else {
        const addresses = keyAddresses()
        const address = addresses[count() % addresses.length] ?? ''
        if (!(await isSigned(String(refreshed.data.session_jwt), address))) problems.push('a token nobody can verify')
      }
      step += 1
      const next = step
      account.possibleSteps.push(next)
      const updated = await calls.put('/users/me', { untrusted_metadata: { step: next } }, token)
      if (updated.kind !== 'ok') problems.push(`update: ${JSON.stringify(updated)}`)
      else {
        account.possibleSteps = [next]
        count()
      }
    }
  }
  const running = accounts.map((account, index) => work(account, tokens[index] ?? '', index))
  return {
    accounts,
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

/** As a server elsewhere checks it: by the keys that are published, fetched now. */
async function isSigned(jwt: string, keysAddress: string): Promise<boolean> {
  const [header = '', claims = '', signature = ''] = jwt.split('.')
  const { kid } = JSON.parse(Buffer.from(header, 'base64url').toString()) as { kid: string }
  try {
    const { keys } = (await (await fetch(keysAddress)).json()) as { keys: (JsonWebKey & { kid: string })[] }
    const key = keys.find((one) => one.kid === kid)
    if (!key) return false
    const publicKey = createPublicKey({ key: key as never, format: 'jwk' })
    const options = { key: publicKey, dsaEncoding: 'ieee-p1363' as const }
    return verify('sha256', Buffer.from(`${header}.${claims}`), options, Buffer.from(signature, 'base64url'))
  } catch {
    // The one asked is gone: nobody knows, and the next token is checked elsewhere.
    return true
  }
}
