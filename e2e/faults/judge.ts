import { createHash } from 'node:crypto'
import type { Calls } from './calls.ts'
import { type Account, audit } from './ledger.ts'
import type { MailSink } from './mail-sink.ts'
import { type Deployment, runCommand } from './provider-process.ts'
import { query } from './query.ts'

/** What must not be found in a database, whatever happened to those who wrote it. */
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
  [
    'D3, D4: a passcode that was spent for no session, or for more than one',
    `select o.id from one_time o where o.used_at is not null and o.purpose like 'otp%' and 1 <> (select count(*)
      from audit a where a.project_id = o.project_id and a.request_id = o.used_by and a.event = 'session_create')`,
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

/** Of every session, by its token's hash, what the audit log says of it. */
const sessionsInAudit = `select s.token_hash,
  (select count(*) from audit a where a.target_id = s.id and a.event = 'session_create') as made,
  (select count(*) from audit a where a.target_id = s.id and a.event = 'session_revoke') as ended
  from sessions s`

/** D3, D4 and D6, by what is stored. Answers with what is wrong. */
export async function judgeStore(deployment: Deployment, accounts: readonly Account[]): Promise<string[]> {
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
  const verified = await runCommand(deployment, 'audit', 'verify').catch((error: Error) => error.message)
  if (!/whole, \d+ rows/.test(verified)) wrong.push(`D6: ${verified}`)
  return wrong
}

/** D4, by what people were sent: a mail comes at most twice, and the copy is the same mail. */
export function judgeMail({ messages }: MailSink): string[] {
  const wrong: string[] = []
  const copies = new Map<string, string[]>()
  for (const { messageId, to, text } of messages)
    copies.set(messageId, [...(copies.get(messageId) ?? []), `${to} ${text}`])
  for (const [messageId, ofOne] of copies) {
    if (ofOne.length > 2) wrong.push(`D4: ${messageId} came ${ofOne.length} times`)
    if (new Set(ofOne).size > 1) wrong.push(`D4: ${messageId} came with other words`)
  }
  return wrong
}

/** D1 and D2 by asking the provider, D3, D4 and D6 by what is stored and sent. */
export async function judge(
  deployment: Deployment,
  found: { accounts: readonly Account[]; calls: Calls; sink: MailSink },
): Promise<string[]> {
  const { accounts, calls, sink } = found
  const asked = await Promise.all(accounts.map((account) => audit(account, calls)))
  return [...asked.flat(), ...(await judgeStore(deployment, accounts)), ...judgeMail(sink)]
}
