import type { AuthenticationFactor, JsonObject } from '@latchkey/contract'
import type { SessionRecord } from '../../records.ts'
import type { Values } from '../engine/statement.ts'
import type { SessionsTable } from '../engine/tables.ts'

export const sessionColumns = [
  'sessions.project_id',
  'sessions.id',
  'sessions.token_hash',
  'sessions.prev_hash',
  'sessions.prev_valid_until',
  'sessions.subject_kind',
  'sessions.subject_id',
  'sessions.organization_id',
  'sessions.factors',
  'sessions.custom_claims',
  'sessions.ip_address',
  'sessions.user_agent',
  'sessions.actor',
  'sessions.account_epoch',
  'sessions.issued_by',
  'sessions.started_at',
  'sessions.last_accessed_at',
  'sessions.expires_at',
  'sessions.revoked_at',
] as const

export function sessionValues(value: Values<SessionsTable>): SessionsTable {
  return {
    project_id: value('project_id'),
    id: value('id'),
    token_hash: value('token_hash'),
    prev_hash: value('prev_hash'),
    prev_valid_until: value('prev_valid_until'),
    subject_kind: value('subject_kind'),
    subject_id: value('subject_id'),
    organization_id: value('organization_id'),
    factors: value('factors'),
    custom_claims: value('custom_claims'),
    ip_address: value('ip_address'),
    user_agent: value('user_agent'),
    actor: value('actor'),
    account_epoch: value('account_epoch'),
    issued_by: value('issued_by'),
    started_at: value('started_at'),
    last_accessed_at: value('last_accessed_at'),
    expires_at: value('expires_at'),
    revoked_at: value('revoked_at'),
  }
}

export function toSession(row: SessionsTable): SessionRecord {
  return {
    projectId: row.project_id,
    id: row.id,
    tokenHash: row.token_hash,
    prevHash: row.prev_hash,
    prevValidUntil: row.prev_valid_until,
    subjectKind: row.subject_kind as SessionRecord['subjectKind'],
    subjectId: row.subject_id,
    organizationId: row.organization_id,
    factors: JSON.parse(row.factors) as AuthenticationFactor[],
    customClaims: row.custom_claims === null ? null : (JSON.parse(row.custom_claims) as JsonObject),
    ipAddress: row.ip_address,
    userAgent: row.user_agent,
    actor: row.actor,
    accountEpoch: row.account_epoch,
    issuedBy: row.issued_by,
    startedAt: row.started_at,
    lastAccessedAt: row.last_accessed_at,
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
  }
}
