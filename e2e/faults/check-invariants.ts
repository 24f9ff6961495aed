import { createHash } from 'node:crypto'
import type { Account } from './account.ts'
import { auditAccount } from './audit-account.ts'
import type { Calls } from './calls.ts'
import type { MailSink } from './mail-sink.ts'
import { type Deployment, runCommand } from './provider-process.ts'
import { query } from './query.ts'

/** The audit event of each one-time secret, by purpose. */
export const outcomes: readonly [purposes: string, event: string][] = [
  ["'otp_email', 'otp_sms', 'otp_whatsapp'", 'otp_authenticate'],
  [
    "'magic_link_login', 'magic_link_signup', 'magic_link_secondary', 'password_reset_login'",
    'magic_link_authenticate',
  ],
  ["'password_reset'", 'password_reset'],
  ["'webauthn_register'", 'webauthn_register'],
  ["'webauthn_primary', 'webauthn_secondary'", 'webauthn_authenticate'],
  ["'crypto_wallet_primary', 'crypto_wallet_secondary'", 'crypto_wallet_authenticate'],
  ["'oauth_login', 'oauth_signup'", 'oauth_authenticate'],
  ["'one_tap'", 'one_tap_submit'],
  ["'impersonation'", 'impersonation_authenticate'],
  ["'oauth_request'", 'oauth_authorize'],
  ["'oauth_code'", 'oauth_token'],
]

/** Secrets that create a session: each creates exactly one. */
const signingIn = `'otp_email', 'otp_sms', 'otp_whatsapp', 'magic_link_login', 'magic_link_signup', 'password_reset_login',
  'password_reset', 'webauthn_primary', 'crypto_wallet_primary', 'oauth_login', 'oauth_signup', 'impersonation'`

/** Redeemed secrets whose request did not cause its event exactly once. One pass, because the audit log is long. */
const spentOtherwise = (table: string, which: string, event: string): string =>
  `select s.id from ${table} s left join (select project_id, request_id, count(*) as times from audit
      where event = '${event}' and result = 'ok' group by project_id, request_id) a
    on a.project_id = s.project_id and a.request_id = s.used_by
    where s.used_at is not null and ${which} and coalesce(a.times, 0) <> 1`

/** Inconsistencies that a database must never contain, even after a crash. */
const never: readonly [what: string, text: string][] = [
  [
    'D3: a session without a user',
    `select s.id from sessions s left join users u on u.project_id = s.project_id and u.id = s.subject_id
      where s.subject_kind = 'user' and u.id is null`,
  ],
  [
    'D3: a user without an identifier',
    `select u.id from users u left join registrations r on r.project_id = u.project_id and r.user_id = u.id
      where r.id is null`,
  ],
  ...outcomes.map(([purposes, event]): [string, string] => [
    `D3, D4: a secret that was spent for no ${event}, or for more than one`,
    spentOtherwise('one_time', `s.purpose in (${purposes})`, event),
  ]),
  [
    'D3, D4: a secret that was spent for no session, or for more than one',
    spentOtherwise('one_time', `s.session_id is null and s.purpose in (${signingIn})`, 'session_create'),
  ],
  [
    'D3, D4: a recovery code that was spent for no proof, or for more than one',
    spentOtherwise('recovery_codes', 'true', 'totp_recover'),
  ],
  [
    'D3: a password without its hash',
    `select r.id from registrations r left join passwords p on p.project_id = r.project_id and p.id = r.id
      where r.kind = 'password' and p.id is null`,
  ],
  [
    'D3: an authenticator without its secret',
    `select r.id from registrations r left join totps t on t.project_id = r.project_id and t.id = r.id
      where r.kind = 'totp' and t.id is null`,
  ],
  [
    'D3: keys that are half rotated',
    `select project_id as id from signing_keys group by project_id, algorithm
      having sum(case when state = 'active' then 1 else 0 end) <> 1
        or sum(case when state = 'next' then 1 else 0 end) > 1`,
  ],
  [
    'D4: two users for one identifier',
    'select min(user_id) as id from registrations group by project_id, kind, unique_key having count(*) > 1',
  ],
]

/** The audit events of each session, by token hash, in one pass. */
const sessionsInAudit = `select s.token_hash, coalesce(a.made, 0) as made, coalesce(a.ended, 0) as ended
  from sessions s left join (select target_id,
      sum(case when event = 'session_create' then 1 else 0 end) as made,
      sum(case when event = 'session_revoke' then 1 else 0 end) as ended
    from audit where event in ('session_create', 'session_revoke') group by target_id) a
  on a.target_id = s.id`

/** Checks D3, D4 and D6 in the database. Returns the violations. */
export async function checkStore(deployment: Deployment, accounts: readonly Account[]): Promise<string[]> {
  const wrong: string[] = []
  for (const [what, text] of never) {
    for (const { id } of await query(deployment.databaseUrl, text)) wrong.push(`${what}: ${String(id)}`)
  }
  const rows = await query(deployment.databaseUrl, sessionsInAudit)
  const inAudit = new Map(rows.map(({ token_hash, made, ended }) => [token_hash, { made, ended }]))
  for (const { address, sessions } of accounts) {
    for (const [token, state] of sessions) {
      const found = inAudit.get(createHash('sha256').update(token).digest('hex'))
      if (Number(found?.made) !== 1) wrong.push(`D6: ${address} has a session that the audit log does not know once`)
      if (state === 'revoked' && Number(found?.ended) !== 1)
        wrong.push(`D6: ${address} has a revoked session whose end the audit log does not know once`)
    }
  }
  wrong.push(...(await checkEvents(deployment, accounts)))
  const verified = await runCommand(deployment, 'audit', 'verify').catch((error: Error) => error.message)
  if (!/intact, \d+ rows/.test(verified)) wrong.push(`D6: ${verified}`)
  return wrong
}

/** D6: the audit log contains each acknowledged event once. */
async function checkEvents({ databaseUrl }: Deployment, accounts: readonly Account[]): Promise<string[]> {
  // Events up to now: later ones may be missing while the log is read.
  const acknowledged = accounts.flatMap(({ address, events }) => events.map((event) => ({ address, ...event })))
  if (acknowledged.length === 0) return []
  const counted = 'select event, result, request_id, count(*) as count from audit group by event, result, request_id'
  const known = new Map(
    (await query(databaseUrl, counted)).map(({ event, result, request_id, count }) => [
      `${event} ${result} ${request_id}`,
      Number(count),
    ]),
  )
  return acknowledged.flatMap(({ address, event, result, requestId }) => {
    const count = known.get(`${event} ${result} ${requestId}`) ?? 0
    return count === 1 ? [] : [`D6: ${address}: ${event} (${result}) is in the audit log ${count} times`]
  })
}

/**
 * D4, by delivered mail: a mail arrives at most twice, and the copy is identical. If the number of requests is known, there
 * are no more mails than requests.
 */
export function checkMail({ messages }: MailSink, asked: ReadonlyMap<string, number> = new Map()): string[] {
  const wrong: string[] = []
  const copies = new Map<string, string[]>()
  const mails = new Map<string, Set<string>>()
  for (const { messageId, to, text } of messages) {
    copies.set(messageId, [...(copies.get(messageId) ?? []), `${to} ${text}`])
    mails.set(to, (mails.get(to) ?? new Set()).add(messageId))
  }
  for (const [messageId, ofOne] of copies) {
    if (ofOne.length > 2) wrong.push(`D4: ${messageId} came ${ofOne.length} times`)
    if (new Set(ofOne).size > 1) wrong.push(`D4: ${messageId} came with other words`)
  }
  for (const [to, count] of asked) {
    const came = mails.get(to)?.size ?? 0
    if (came > count) wrong.push(`D4: ${to} was sent ${came} mails for ${count}`)
  }
  return wrong
}

/** Checks D1 and D2 by calls to the provider, D3, D4 and D6 by the database and the delivered mail. */
export async function checkInvariants(
  deployment: Deployment,
  found: { accounts: readonly Account[]; calls: Calls; sink: MailSink },
): Promise<string[]> {
  const { accounts, calls, sink } = found
  // Verify all passwords again, also those that were verified before.
  for (const { factors } of accounts) factors.isVerified = factors.passwords.every((password) => password === null)
  const asked = await Promise.all(accounts.map((account) => auditAccount(account, calls)))
  const mails = new Map(accounts.map(({ address, mailsAsked }) => [address, mailsAsked]))
  return [...asked.flat(), ...(await checkStore(deployment, accounts)), ...checkMail(sink, mails)]
}
