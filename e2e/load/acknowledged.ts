import { type Account, newAccount } from '../faults/account.ts'
import { auditAccount } from '../faults/audit-account.ts'
import { type Calls, insist, type Outcome, outcomeName } from '../faults/calls.ts'
import { checkMail, checkStore } from '../faults/check-invariants.ts'
import { page } from '../faults/provider-process.ts'
import { basic, httpRequest } from '../http-load/http-request.ts'
import type { Connections } from './connections.ts'
import type { LoadSetup } from './load-setup.ts'

/** Everything that the provider has acknowledged in one run. */
export interface Book {
  readonly accounts: Map<string, Account>
  account(email: string): Account
  /** Records a response to a user who was signed in from the start. */
  seenSeeded(email: string, token: string): void
  /** Redeemed secrets with the request that redeemed each. They must not work again. */
  readonly spent: { what: string; path: string; body: object }[]
  /** Valid tokens of client applications. */
  readonly accessTokens: string[]
  /** The number of acknowledged messages, by recipient. */
  readonly sends: Map<string, number>
  /** Session tokens from the start of the run, which are not in the audit log. */
  readonly seeded: Set<string>
}

export function newBook(): Book {
  const accounts = new Map<string, Account>()
  return {
    accounts,
    account(email) {
      const known = accounts.get(email) ?? newAccount(email)
      accounts.set(email, known)
      return known
    },
    seenSeeded(email, token) {
      this.seeded.add(token)
      this.account(email).sessions.set(token, 'live')
    },
    spent: [],
    accessTokens: [],
    sends: new Map(),
    seeded: new Set(),
  }
}

const atOnce = 16

/** The error type of each call for a consumed secret. */
const refusalOfSpent: Readonly<Record<string, string>> = {
  '/otps/authenticate': 'otp_code_not_found',
  '/magic_links/authenticate': 'unable_to_auth_magic_link',
  '/webauthn/authenticate': 'invalid_webauthn_credential',
}

/**
 * Restarts the provider, so that its responses do not come from memory, and compares all acknowledged data with the
 * provider, its database and the sent messages (D1 to D4, D6). Returns the differences.
 */
export async function checkBook(setup: LoadSetup, book: Book): Promise<string[]> {
  const wrong: string[] = []
  const internal = await setup.metric('latchkey_internal_errors_total')
  if (internal > 0) wrong.push(`${internal} internal errors`)
  const code = await setup.restart()
  if (code !== 0) wrong.push(`the provider ended with ${code}`)
  const calls = callsOver(setup.connections(), setup.project.public_token)
  await each([...book.accounts.values()], async (account) => void wrong.push(...(await auditAccount(account, calls))))
  await each(book.accessTokens, async (token) => {
    const path = `/v1/public/${setup.project.project_id}/oauth2/userinfo`
    const request = httpRequest(path, { authorization: `Bearer ${token}` })
    const { status } = await setup.connections().send(request)
    if (status !== '200') wrong.push(`a token of a client application is rejected: ${status}`)
  })
  await each(book.spent, async ({ what, path, body }) => {
    const word = outcomeName(await insist(() => calls.post(path, body)))
    if (word === 'ok') wrong.push(`${what} worked again`)
    else if (word !== refusalOfSpent[path]) wrong.push(`${what} got the response ${word}`)
  })
  const received = new Map<string, number>()
  for (const { to } of setup.sink.messages) received.set(to, (received.get(to) ?? 0) + 1)
  for (const [to, count] of book.sends) {
    if ((received.get(to) ?? 0) < count) wrong.push(`${to}: ${received.get(to) ?? 0} messages of ${count}`)
  }
  const issued = [...book.accounts.values()].map((account) => ({
    ...account,
    sessions: new Map([...account.sessions].filter(([token]) => !book.seeded.has(token))),
  }))
  wrong.push(...(await checkStore(setup.deployment, issued)), ...checkMail(setup.sink, book.sends))
  return wrong
}

/** The number of entries that the check compares. */
export function entriesOf({ accounts, spent, accessTokens, sends }: Book): number {
  const ofAccounts = [...accounts.values()].reduce(
    (sum, account) => sum + account.sessions.size + account.spent.length,
    0,
  )
  return ofAccounts + spent.length + accessTokens.length + sends.size
}

async function each<Item>(items: readonly Item[], check: (item: Item) => Promise<void>): Promise<void> {
  let next = 0
  const worker = async (): Promise<void> => {
    for (let item = items[next++]; item !== undefined; item = items[next++]) await check(item)
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
}

/** The calls of the fault tests over raw connections, which cost less than an HTTP client. */
function callsOver(connections: Connections, publicToken: string): Calls {
  async function send(request: string): Promise<Outcome> {
    try {
      const { status, body, head } = await connections.send(request)
      const answer = JSON.parse(body) as { data?: Record<string, unknown>; error_type?: string }
      if (answer.data) return { kind: 'ok', data: answer.data }
      const retryAfter = /\r\nretry-after: (\d+)/i.exec(head)?.[1] ?? null
      return { kind: 'refused', status: Number(status), errorType: answer.error_type ?? '', retryAfter }
    } catch {
      return { kind: 'lost' }
    }
  }
  async function call(method: string, path: string, json: object | null, session?: string): Promise<Outcome> {
    const authorization = basic(`${publicToken}:${session ?? publicToken}`)
    return send(httpRequest(`/sdk/v1${path}`, { method, authorization, origin: page, json }))
  }
  return {
    post: (path, body, session) => call('POST', path, body, session),
    put: (path, body, session) => call('PUT', path, body, session),
  }
}
