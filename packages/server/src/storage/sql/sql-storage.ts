import type { Kysely } from 'kysely'
import type { Storage, StorageVerbs } from '../storage.ts'
import { StorageUnavailableError } from '../storage-error.ts'
import { createAccountVerbs } from './accounts/accounts.ts'
import { createInvitationVerbs } from './accounts/invitations.ts'
import { createMemberVerbs } from './accounts/members.ts'
import { createOrganizationVerbs } from './accounts/organizations.ts'
import { createRoleVerbs } from './accounts/roles.ts'
import { createKyselyDatabase, type Database, type Run } from './engine/database.ts'
import type { Runner } from './engine/runner.ts'
import { openScope, runInScope, runWithDeadline, type Scope } from './engine/scopes.ts'
import type { SqlEngine } from './engine/sql-engine.ts'
import { statement } from './engine/statement.ts'
import type { Tables } from './engine/tables.ts'
import { invalidateRestoredCopy } from './invalidate-restored-copy.ts'
import { createAuditVerbs } from './tables/audit.ts'
import { createConnectedAppVerbs } from './tables/connected-apps.ts'
import { createEventVerbs } from './tables/events.ts'
import { createKeyVerbs } from './tables/keys.ts'
import { createLeaseVerbs } from './tables/leases.ts'
import { createLimitVerbs } from './tables/limits.ts'
import { createLockoutVerbs } from './tables/lockouts.ts'
import { createOAuthClientVerbs } from './tables/oauth-clients.ts'
import { createOAuthCredentialVerbs } from './tables/oauth-credentials.ts'
import { createOAuthGrantVerbs } from './tables/oauth-grants.ts'
import { createOneTimeVerbs } from './tables/one-time.ts'
import { createOrganizationDomainVerbs } from './tables/organization-domains.ts'
import { createOutboxVerbs } from './tables/outbox.ts'
import { createPasskeyVerbs } from './tables/passkeys.ts'
import { createPasswordVerbs } from './tables/passwords.ts'
import { createProjectVerbs } from './tables/projects.ts'
import { createSealedVerbs } from './tables/sealed.ts'
import { createSecretKeyVerbs } from './tables/secret-keys.ts'
import { createSessionVerbs } from './tables/sessions.ts'
import { createSsoAttemptVerbs } from './tables/sso-attempts.ts'
import { createSsoCertificateVerbs } from './tables/sso-certificates.ts'
import { createSsoConnectionVerbs } from './tables/sso-connections.ts'
import { createSuppressionVerbs } from './tables/suppressions.ts'
import { createTemplateVerbs } from './tables/templates.ts'
import { createTotpVerbs } from './tables/totps.ts'
import { createNonceVerbs } from './tables/used-nonces.ts'

const maxTries = 4

const one = statement((db) => db.selectNoFrom((value) => value.lit(1).as('one')))

/** `db` compiles the statements; `database` runs them. */
export function createSqlStorage(
  db: Kysely<Tables>,
  engine: SqlEngine,
  database: Database = createKyselyDatabase(db),
): Storage {
  let closing: Promise<void> | undefined

  function assertOutsideTransaction(what: string): void {
    for (let scope = openScope(); scope; scope = scope.outer) {
      if (scope.database !== database || !scope.open) continue
      throw new Error(`${what} was called inside a transaction; use the verbs that are passed to the transaction.`)
    }
  }

  /** A deadlock rolls one transaction back completely, so `work` can run again. */
  async function withRetries<T>(work: () => Promise<T>): Promise<T> {
    for (let tries = 1; ; tries++) {
      try {
        return await work()
      } catch (error) {
        if (!engine.isTransient(error)) throw engine.translate(error)
        if (tries === maxTries)
          throw new StorageUnavailableError('Transaction retries exhausted (serialization conflict).', { cause: error })
      }
    }
  }

  const unbound: Runner = {
    engine: engine.name,
    async all(query, values) {
      assertOutsideTransaction('A verb of the storage itself')
      const compiled = query.compiled(db, engine.name, values)
      return withRetries(() => database.run(compiled))
    },
    atomically: (work) => transact(work),
  }

  function bind(run: Run, scope: Scope): Runner {
    const runner: Runner = {
      engine: engine.name,
      async all(query, values) {
        if (!scope.open) throw new Error('A verb of a transaction was called after the transaction had ended.')
        return run(query.compiled(db, engine.name, values))
      },
      atomically: (work) => work(runner),
    }
    return runner
  }

  async function transact<T>(work: (runner: Runner) => Promise<T>): Promise<T> {
    assertOutsideTransaction('A transaction')
    return withRetries(() =>
      runInScope(database, (scope) =>
        database.transaction(async (run) => {
          const result = await work(bind(run, scope))
          // Before the commit: a call that was not awaited must not run after it.
          scope.open = false
          return result
        }),
      ),
    )
  }

  return {
    engine: engine.name,
    ...verbs(unbound),
    transaction: (work) => transact((runner) => work(verbs(runner))),
    // Only a server can stop responding.
    runWithDeadline: engine.name === 'postgres' ? runWithDeadline : (work) => work(),
    poolUsage: () => null,
    async ping() {
      await unbound.all(one, {})
    },
    invalidateRestoredCopy: (now) => invalidateRestoredCopy(unbound, now),
    close() {
      closing ??= database.close()
      return closing
    },
  }
}

function verbs(run: Runner): StorageVerbs {
  return {
    projects: createProjectVerbs(run),
    keys: createKeyVerbs(run),
    secretKeys: createSecretKeyVerbs(run),
    accounts: createAccountVerbs(run),
    sessions: createSessionVerbs(run),
    oneTime: createOneTimeVerbs(run),
    passwords: createPasswordVerbs(run),
    lockouts: createLockoutVerbs(run),
    totps: createTotpVerbs(run),
    passkeys: createPasskeyVerbs(run),
    oauthCredentials: createOAuthCredentialVerbs(run),
    oauthClients: createOAuthClientVerbs(run),
    oauthGrants: createOAuthGrantVerbs(run),
    templates: createTemplateVerbs(run),
    suppressions: createSuppressionVerbs(run),
    usedNonces: createNonceVerbs(run),
    connectedApps: createConnectedAppVerbs(run),
    organizations: createOrganizationVerbs(run),
    members: createMemberVerbs(run),
    roles: createRoleVerbs(run),
    invitations: createInvitationVerbs(run),
    organizationDomains: createOrganizationDomainVerbs(run),
    ssoConnections: createSsoConnectionVerbs(run),
    ssoCertificates: createSsoCertificateVerbs(run),
    ssoAttempts: createSsoAttemptVerbs(run),
    limits: createLimitVerbs(run),
    outbox: createOutboxVerbs(run),
    audit: createAuditVerbs(run),
    events: createEventVerbs(run),
    leases: createLeaseVerbs(run),
    sealed: createSealedVerbs(run),
  }
}
