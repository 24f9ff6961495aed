import { createHash, randomBytes } from 'node:crypto'
import { codeIn, tokenIn } from '../faults/mail-sink.ts'
import type { Book } from './acknowledged.ts'
import type { Api } from './api.ts'
import { type LoadSetup, sessionMinutes } from './load-setup.ts'

/** The flows of users, each measured from its due time. Rejects at an unexpected response. */
export interface Flows {
  refresh(token: string, since?: number): Promise<void>
  /** A passcode by email: send, read, verify, get the user. */
  otp(email: string, since?: number): Promise<string>
  /** A link by email: send, read, open, redeem. */
  link(email: string, since?: number): Promise<string>
  password(email: string, password: string, since?: number): Promise<void>
  /** Changes the user's own data. The caller makes no other change of the same user meanwhile. */
  update(email: string, token: string, step: number, since?: number): Promise<void>
  signOut(email: string, token: string, since?: number): Promise<void>
}

const duration = { session_duration_minutes: sessionMinutes }

export function createFlows(setup: Pick<LoadSetup, 'sink' | 'project'>, api: Api, book: Book): Flows {
  const { sink, project } = setup

  /** The next message to an address, after a successful request. */
  async function mailFor(email: string): Promise<string> {
    book.sends.set(email, (book.sends.get(email) ?? 0) + 1)
    const account = book.account(email)
    const { text, count } = await sink.next(email, account.mailsSeen)
    account.mailsSeen = count
    return text
  }

  function signedIn(email: string, data: Record<string, unknown>): string {
    const account = book.account(email)
    const token = String(data.session_token)
    account.userId ??= String(data.user_id)
    account.sessions.set(token, 'live')
    return token
  }

  return {
    async refresh(token, since = performance.now()) {
      await api.call('/sessions/authenticate', {}, { session: token, since })
    },
    async otp(email, since = performance.now()) {
      const { method_id } = await api.call('/otps/email/login_or_create', { email }, { since })
      const code = codeIn(await mailFor(email))
      const data = await api.call('/otps/authenticate', { token: code, method_id, ...duration })
      book.account(email).spent.push({ methodId: String(method_id), code })
      const token = signedIn(email, data)
      await api.call('/users/me', undefined, { session: token })
      return token
    },
    async link(email, since = performance.now()) {
      const verifier = randomBytes(32).toString('base64url')
      const code_challenge = createHash('sha256').update(verifier).digest('base64url')
      await api.call('/magic_links/email/login_or_create', { email, code_challenge }, { since })
      const text = await mailFor(email)
      const query = new URLSearchParams({ public_token: project.public_token, token: tokenIn(text) })
      await api.ask('landing', `/v1/magic_links/redirect?${query}`, { accept: 'text/html' }, ['302'])
      const body = { token: tokenIn(text), code_verifier: verifier, ...duration }
      const token = signedIn(email, await api.call('/magic_links/authenticate', body))
      book.spent.push({ what: `the link of ${email}`, path: '/magic_links/authenticate', body })
      return token
    },
    async password(email, password, since = performance.now()) {
      signedIn(email, await api.call('/passwords/authenticate', { email, password, ...duration }, { since }))
    },
    async update(email, token, step, since = performance.now()) {
      const account = book.account(email)
      account.possibleSteps.push(step)
      await api.call('/users/me', { untrusted_metadata: { step } }, { session: token, since, method: 'PUT' })
      account.possibleSteps = [step]
    },
    async signOut(email, token, since = performance.now()) {
      const { sessions } = book.account(email)
      sessions.set(token, 'unknown')
      await api.call('/sessions/revoke', null, { session: token, since })
      sessions.set(token, 'revoked')
    },
  }
}
