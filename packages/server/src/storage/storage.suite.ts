import { afterAll, beforeAll, describe } from 'vitest'
import type { Storage } from './storage.ts'
import { accountsSuite } from './suite/accounts.suite.ts'
import { adminSuite } from './suite/admin.suite.ts'
import { credentialsSuite } from './suite/credentials.suite.ts'
import { memberSessionsSuite } from './suite/member-sessions.suite.ts'
import { oauthClientsSuite } from './suite/oauth-clients.suite.ts'
import { oauthCredentialsSuite } from './suite/oauth-credentials.suite.ts'
import { oddValuesSuite } from './suite/odd-values.suite.ts'
import { oneTimeSuite } from './suite/one-time.suite.ts'
import { operationsSuite } from './suite/operations.suite.ts'
import { organizationDomainsSuite } from './suite/organization-domains.suite.ts'
import { organizationsSuite } from './suite/organizations.suite.ts'
import { passwordsSuite } from './suite/passwords.suite.ts'
import { projectsSuite } from './suite/projects.suite.ts'
import { realmsSuite } from './suite/realms.suite.ts'
import { rolesSuite } from './suite/roles.suite.ts'
import { servicesSuite } from './suite/services.suite.ts'
import { sessionsSuite } from './suite/sessions.suite.ts'
import { ssoConnectionsSuite } from './suite/sso-connections.suite.ts'
import { transactionsSuite } from './suite/transactions.suite.ts'
import { isFullMatrix } from './testing/engine-cases.ts'

const suites: readonly ((current: () => Storage, open: () => Promise<Storage>) => void)[] = [
  ...[projectsSuite, adminSuite, accountsSuite, realmsSuite, organizationsSuite, memberSessionsSuite, rolesSuite],
  ...[sessionsSuite, oneTimeSuite, passwordsSuite, credentialsSuite, oauthCredentialsSuite, oauthClientsSuite],
  ...[servicesSuite, organizationDomainsSuite, ssoConnectionsSuite, operationsSuite, transactionsSuite, oddValuesSuite],
]

/**
 * The whole promise of the storage port. Every engine runs exactly this: the full run on each way to open it, `npm test`
 * each suite on one of them.
 */
export function storageSuite(ways: Record<string, () => Promise<Storage>>): void {
  for (const [turn, [name, open]] of Object.entries(ways).entries())
    describe(name, () => {
      let storage: Storage
      beforeAll(async () => {
        storage = await open()
      })
      afterAll(() => storage.close())
      for (const [index, suite] of suites.entries())
        if (isFullMatrix || index % Object.keys(ways).length === turn) suite(() => storage, open)
    })
}
