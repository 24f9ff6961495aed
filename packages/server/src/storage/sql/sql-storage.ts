import type { Kysely } from 'kysely'
import { settleCopy } from '../operations/settle-copy.ts'
import type { Storage, StorageVerbs } from '../storage.ts'
import { StorageUnavailableError } from '../storage-error.ts'
import { createAuditVerbs } from './audit.ts'
import { createConnectedAppVerbs } from './connected-apps.ts'
import { type Database, type Run, throughKysely } from './database.ts'
import { createEventVerbs } from './events.ts'
import { createKeyVerbs } from './keys.ts'
import { createLeaseVerbs } from './leases.ts'
import { createLimitVerbs } from './limits.ts'
import { createLockoutVerbs } from './lockouts.ts'
import { createMarkVerbs } from './marks.ts'
import { createMemberVerbs } from './members.ts'
import { createOAuthClientVerbs } from './oauth-clients.ts'
import { createOAuthCredentialVerbs } from './oauth-credentials.ts'
import { createOAuthGrantVerbs } from './oauth-grants.ts'
import { createOneTimeVerbs } from './one-time.ts'
import { createOrganizationVerbs } from './organizations.ts'
import { createOutboxVerbs } from './outbox.ts'
import { createPasskeyVerbs } from './passkeys.ts'
import { createPasswordVerbs } from './passwords.ts'
import { createProjectVerbs } from './projects.ts'
import type { Runner } from './runner.ts'
import { openScope, runAsCall, runInScope, type Scope } from './scopes.ts'
import { createSealedVerbs } from './sealed.ts'
import { createSecretKeyVerbs } from './secret-keys.ts'
import { createSessionVerbs } from './sessions.ts'
import { type Engine, statement } from './statement.ts'
import { createSuppressionVerbs } from './suppressions.ts'
import type { Tables } from './tables.ts'
import { createTemplateVerbs } from './templates.ts'
import { createTotpVerbs } from './totps.ts'
import { createUserVerbs } from './users.ts'

export interface SqlEngine {
  name: Engine
  /** A failure that is over when tried again: a deadlock, a serialization failure. */
  isTransient(error: unknown): boolean
  /** The driver's error in the storage's words. */
  translate(error: unknown): unknown
}

const maxTries = 4

const one = statement((db) => db.selectNoFrom((value) => value.lit(1).as('one')))

/** `db` compiles the statements; `database` runs them. */
export function createSqlStorage(
  db: Kysely<Tables>,
  engine: SqlEngine,
  database: Database = throughKysely(db),
): Storage {
  let closing: Promise<void> | undefined

  function refuseInsideTransaction(what: string): void {
    for (let scope = openScope(); scope; scope = scope.outer) {
      if (scope.database !== database || !scope.open) continue
      throw new Error(`${what} was called inside a transaction; use the verbs that the transaction hands out.`)
    }
  }

  /** Deadlocks end with one side rolled back entirely, so the whole of `work` can be done again. */
  async function persistently<T>(work: () => Promise<T>): Promise<T> {
    for (let tries = 1; ; tries++) {
      try {
        return await work()
      } catch (error) {
        if (!engine.isTransient(error)) throw engine.translate(error)
        if (tries === maxTries) throw new StorageUnavailableError('Others were in the way each time.', { cause: error })
      }
    }
  }

  const unbound: Runner = {
    engine: engine.name,
    async all(query, values) {
      refuseInsideTransaction('A verb of the storage itself')
      const compiled = query.compiled(db, engine.name, values)
      return persistently(() => database.run(compiled))
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
    refuseInsideTransaction('A transaction')
    return persistently(() =>
      runInScope(database, (scope) =>
        database.transaction(async (run) => {
          const result = await work(bind(run, scope))
          // Before the commit: a call that nobody awaited must not slip in after it.
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
    // Only a server can stand still.
    answering: engine.name === 'postgres' ? runAsCall : (work) => work(),
    poolUsage: () => null,
    async ping() {
      await unbound.all(one, {})
    },
    settleCopy: (now) => settleCopy(unbound, now),
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
    users: createUserVerbs(run),
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
    marks: createMarkVerbs(run),
    connectedApps: createConnectedAppVerbs(run),
    organizations: createOrganizationVerbs(run),
    members: createMemberVerbs(run),
    limits: createLimitVerbs(run),
    outbox: createOutboxVerbs(run),
    audit: createAuditVerbs(run),
    events: createEventVerbs(run),
    leases: createLeaseVerbs(run),
    sealed: createSealedVerbs(run),
  }
}
