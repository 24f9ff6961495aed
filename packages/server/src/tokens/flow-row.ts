import type { JsonObject } from '@latchkey/contract'
import type { Clock, Random } from '../core/clock-and-random.ts'
import { type Environment, randomId } from '../core/ids.ts'
import type { Vault } from '../core/vault.ts'
import type { Realm } from '../storage/realm.ts'
import type { OneTimePurpose, OneTimeRecord } from '../storage/records.ts'

export interface NewFlowRow {
  /** The first part of the id. */
  kind: 'oauth' | 'sso'
  realm: Realm
  environment: Environment
  purpose: OneTimePurpose
  /** The account it is issued for; null if there is no account yet. */
  accountId: string | null
  identifier: string
  content: object
  tokenHash: string
  codeChallenge: string | null
  lifetimeMs: number
}

/**
 * A step of a sign-in at an identity provider, which a browser continues with a token. The content is sealed with the
 * master key, because it includes tokens and statements of identity providers.
 */
export function newFlowRow(
  { vault, clock, random }: { vault: Vault; clock: Clock; random: Random },
  input: NewFlowRow,
): OneTimeRecord {
  const { realm, purpose, accountId, identifier, content, tokenHash, codeChallenge } = input
  const now = clock.now()
  const id = randomId(input.kind, input.environment, random)
  const payload: JsonObject = { sealed: vault.seal(JSON.stringify(content), sealContext(realm.projectId, id)) }
  return {
    ...{ projectId: realm.projectId, organizationId: realm.organizationId },
    ...{ id, purpose, tokenHash, codeMac: null, identifier, accountId, sessionId: null, codeChallenge },
    ...{ mismatches: 0, attempts: 0, payload, createdAt: now, expiresAt: now + input.lifetimeMs },
    ...{ usedAt: null, usedBy: null, voidedAt: null },
  }
}

/** The content of a row of this provider, which only `newFlowRow` writes. */
export function openFlowRow<Content extends object>(vault: Vault, row: OneTimeRecord): Content {
  return JSON.parse(vault.open(String(row.payload.sealed), sealContext(row.projectId, row.id))) as Content
}

function sealContext(projectId: string, id: string): string {
  return `oauth_flow:${projectId}:${id}`
}
