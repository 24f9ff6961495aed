import type { AuthenticateResponse, ImpersonationAuthenticateRequest } from '@latchkey/contract'
import { audit } from '../../audit/audit.ts'
import { reject } from '../../audit/reject.ts'
import { sha256Hex } from '../../core/hash.ts'
import type { ProviderError } from '../../core/provider-error.ts'
import type { Call, DataOf } from '../../core/route.ts'
import { consumerAdmission } from '../../organizations/admission.ts'
import { factorAnswer, newFactor, type ProofResult } from '../../organizations/prove-factor.ts'
import type { ProviderContext } from '../../provider-context.ts'
import type { Admitted } from '../../sessions/admission-type.ts'
import { issueSession } from '../../sessions/issue-session.ts'
import { newSessionToken } from '../../sessions/session-token.ts'
import type { AccountRecord } from '../../storage/records.ts'
import type { StorageVerbs } from '../../storage/storage.ts'
import { consumeToken, explainRefusal, type PresentedToken } from '../../tokens/consume.ts'

const event = 'impersonation_authenticate'
const dead = 'unauthorized_credentials'
const sessionMinutes = 60

/** Creates a session of the user for the impersonator. It never continues another session. */
export async function authenticateImpersonation(
  context: ProviderContext,
  call: Call<ImpersonationAuthenticateRequest>,
): Promise<DataOf<AuthenticateResponse>> {
  const started = await impersonate(context, call, call.body.impersonation_token, { admission: consumerAdmission })
  return factorAnswer(context, call, started)
}

interface Impersonation {
  admission: Admitted
  /** Rejects accounts that cannot be impersonated; the token stays valid. */
  check?: (tx: StorageVerbs, account: AccountRecord) => Promise<void>
}

/** Redeems an impersonation token of a user or a member. */
export async function impersonate(
  context: ProviderContext,
  call: Call<unknown>,
  impersonationToken: string,
  { admission, check }: Impersonation,
): Promise<ProofResult> {
  const { storage, clock, random } = context
  const { project, client, requestId } = call
  const now = clock.now()
  const presented: PresentedToken = {
    ...{ projectId: project.id, tokenHash: sha256Hex(impersonationToken), challenge: null, now },
    purposes: ['impersonation'],
  }
  const token = newSessionToken(random)
  const started = await storage.transaction(async (tx) => {
    const row = await consumeToken(tx, { ...presented, usedBy: requestId })
    const account = row?.accountId == null ? null : await tx.accounts.get(project.id, row.accountId)
    if (row === null || account === null || account.disabledAt !== null) return null
    const issuedBy = typeof row.payload.issuedBy === 'string' ? row.payload.issuedBy : null
    // A revoked key starts no session. Its row is locked: a revocation from now on ends this session.
    if (isSecretKeyId(issuedBy) && !(await tx.secretKeys.lockIfLive(project.id, issuedBy))) return null
    await check?.(tx, account)
    const actor = typeof row.payload.actor === 'string' ? row.payload.actor : 'unknown'
    const factor = newFactor('impersonated', 'impersonation', now)
    const issued = await issueSession(tx, {
      ...{ admission, project, factor, actor, issuedBy, client, token, now, random, dayLimits: context.dayLimits },
      ...{ account, caller: null, durationMinutes: sessionMinutes },
      secret: { accountId: row.accountId, issuedAt: row.createdAt, dead },
    })
    const source = { ...call, impersonator: actor }
    const done = { result: 'ok', accountId: account.id } as const
    await audit(tx, context, source, { ...done, event, targetId: row.id })
    await audit(tx, context, source, { ...done, event: 'session_create', targetId: issued.session.id })
    return { ...issued, account }
  })
  if (started === null) throw await explainRejection(context, call, presented)
  return started
}

/** Issuers other than secret keys have ids of another form (`cli:root`). */
function isSecretKeyId(issuedBy: string | null): issuedBy is string {
  return issuedBy?.startsWith('secret-key-') === true
}

async function explainRejection(
  context: ProviderContext,
  call: Call<unknown>,
  presented: PresentedToken,
): Promise<ProviderError> {
  const { why, row } = await explainRefusal(context.storage, presented)
  return reject(context, call, {
    event: why === 'replayed' ? 'token_replay' : event,
    error: dead,
    accountId: row?.accountId ?? null,
    targetId: row?.id ?? null,
  })
}
