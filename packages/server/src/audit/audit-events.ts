import type { AuditBound } from '../methods/method.ts'
import { type MethodAuditEvent, methodAuditEvents } from '../methods/methods.ts'

/** The events of the audit log. */
export type AuditEvent =
  | MethodAuditEvent
  | 'session_create'
  | 'session_revoke'
  /** A member continued in another organization, or chose one after discovery. */
  | 'session_exchange'
  /** A break-glass member signed in; the admins of the organization are notified. */
  | 'break_glass_sign_in'
  | 'token_replay'
  | 'account_lock'
  /** The owner of an email address made a network a known one. */
  | 'network_allow'
  | 'factor_add'
  | 'factor_remove'
  | 'factor_update'
  | 'user_create'
  | 'user_update'
  | 'limit_hit'
  /** A call of a business project was rejected, and no other event says why. The target is the name of the endpoint. */
  | 'call_reject'
  /** The number of rejected calls, of the network or (without one) of the project, that were not audited before the previous row. */
  | 'refusals_skipped'
  /** The same for successful calls that a caller can repeat; with the account if they were those of an account. */
  | 'rows_skipped'
  | 'impersonation_authenticate'
  | 'impersonation_revoke'
  | 'session_attest'
  | 'connected_app_revoke'
  /** A client application was authorized or denied; tokens were issued, renewed or revoked. */
  | 'oauth_authorize'
  | 'oauth_token'
  | 'oauth_revoke'
  | 'oauth_client_authenticate'
  | 'oauth_client_register'
  | 'access_token_exchange'
  /** A device was blocked, or would have been if the mode were not observation. */
  | 'device_verdict'
  /** Actions of operators, by command line or secret key. */
  | 'project_create'
  | 'settings_update'
  | 'secret_key_create'
  | 'secret_key_revoke'
  | 'secret_authenticate'
  | 'signing_key_rotate'
  | 'user_delete'
  | 'user_disable'
  | 'user_enable'
  | 'user_unlock'
  | 'user_import'
  | 'user_export'
  | 'user_prune'
  | 'oauth_client_create'
  | 'oauth_client_update'
  | 'oauth_client_delete'
  | 'oauth_client_admit'
  | 'oauth_client_secret'
  | 'template_set'
  | 'template_remove'
  | 'impersonation_token_create'
  | 'organization_create'
  | 'organization_update'
  | 'organization_suspend'
  | 'organization_resume'
  | 'organization_delete'
  | 'member_create'
  | 'member_update'
  | 'member_delete'
  | 'invitation_decline'
  | 'member_reactivate'
  | 'organization_domain_add'
  | 'organization_domain_remove'
  /** A domain was proven; its proof was missing for too long; another organization asked to take it over. */
  | 'organization_domain_verify'
  | 'organization_domain_lapse'
  | 'organization_domain_claim'
  /** The database was restored from a backup, or secrets were sealed again. */
  | 'database_restore'
  | 'master_key_reseal'

/** What bounds the rows of each event, so that no caller can fill the disk with them. */
const events: Readonly<Record<AuditEvent, AuditBound>> = {
  ...methodAuditEvents,
  session_create: 'calls',
  session_revoke: 'calls',
  session_exchange: 'calls',
  break_glass_sign_in: 'calls',
  token_replay: 'calls',
  account_lock: 'calls',
  network_allow: 'rows',
  factor_add: 'calls',
  factor_remove: 'calls',
  factor_update: 'rows',
  user_create: 'calls',
  user_update: 'rows',
  limit_hit: 'calls',
  call_reject: 'calls',
  refusals_skipped: 'calls',
  rows_skipped: 'calls',
  impersonation_authenticate: 'calls',
  impersonation_revoke: 'calls',
  session_attest: 'sessions',
  connected_app_revoke: 'rows',
  oauth_authorize: 'rows',
  oauth_token: 'rows',
  oauth_revoke: 'rows',
  oauth_client_authenticate: 'calls',
  oauth_client_register: 'calls',
  access_token_exchange: 'sessions',
  device_verdict: 'rows',
  project_create: 'calls',
  settings_update: 'calls',
  secret_key_create: 'calls',
  secret_key_revoke: 'calls',
  secret_authenticate: 'calls',
  signing_key_rotate: 'calls',
  user_delete: 'calls',
  user_disable: 'calls',
  user_enable: 'calls',
  user_unlock: 'calls',
  user_import: 'calls',
  user_export: 'calls',
  user_prune: 'calls',
  oauth_client_create: 'calls',
  oauth_client_update: 'calls',
  oauth_client_delete: 'calls',
  oauth_client_admit: 'calls',
  oauth_client_secret: 'calls',
  template_set: 'calls',
  template_remove: 'calls',
  impersonation_token_create: 'calls',
  organization_create: 'calls',
  organization_update: 'rows',
  organization_suspend: 'calls',
  organization_resume: 'calls',
  organization_delete: 'calls',
  member_create: 'calls',
  member_update: 'rows',
  member_delete: 'calls',
  invitation_decline: 'calls',
  member_reactivate: 'calls',
  organization_domain_add: 'calls',
  organization_domain_remove: 'calls',
  organization_domain_verify: 'calls',
  organization_domain_lapse: 'calls',
  organization_domain_claim: 'calls',
  database_restore: 'calls',
  master_key_reseal: 'calls',
}

/** Whether a caller can repeat the call, so that only a sample of its rows is audited above a budget. */
export function isRepeatable(event: AuditEvent, continuesSession: boolean): boolean {
  const bound = events[event]
  return bound === 'rows' || (bound === 'sessions' && continuesSession)
}

/** Whether a factor that a call of this event adds is bounded by `changes_per_ip` and nothing else. */
export function isChange(event: AuditEvent): boolean {
  const bound = events[event]
  return bound === 'changes' || bound === 'sessions'
}
