import { core } from './0001-core.ts'
import { limits } from './0002-limits.ts'
import { outboxAndAudit } from './0003-outbox-and-audit.ts'
import { events } from './0004-events.ts'
import { passwords } from './0005-passwords.ts'
import { credentials } from './0006-credentials.ts'
import { oauth } from './0007-oauth.ts'
import { services } from './0008-services.ts'
import { admin } from './0009-admin.ts'
import { identityProvider } from './0010-identity-provider.ts'
import { lockoutsEnd } from './0011-lockouts-end.ts'
import { grantSessions } from './0012-grant-sessions.ts'
import { credentialIds } from './0013-credential-ids.ts'
import { outboxUnanswered } from './0014-outbox-unanswered.ts'
import { accountEpochs } from './0015-account-epochs.ts'
import { impersonationIssuers } from './0016-impersonation-issuers.ts'
import type { Migration } from './migration.ts'

/** In the order in which they are applied. Only ever appended to. */
export const migrations: readonly Migration[] = [
  core,
  limits,
  outboxAndAudit,
  events,
  passwords,
  credentials,
  oauth,
  services,
  admin,
  identityProvider,
  lockoutsEnd,
  grantSessions,
  credentialIds,
  outboxUnanswered,
  accountEpochs,
  impersonationIssuers,
]
