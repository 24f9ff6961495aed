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
import { transactionsSuite } from './suite/transactions.suite.ts'

/** The whole promise of the storage port. Every engine runs exactly this. */
export function storageSuite(name: string, open: () => Promise<Storage>): void {
  describe(name, () => {
    let storage: Storage
    beforeAll(async () => {
      storage = await open()
    })
    afterAll(() => storage.close())

    const current = (): Storage => storage
    projectsSuite(current)
    adminSuite(current)
    accountsSuite(current)
    realmsSuite(current)
    organizationsSuite(current)
    memberSessionsSuite(current)
    rolesSuite(current)
    sessionsSuite(current)
    oneTimeSuite(current)
    passwordsSuite(current)
    credentialsSuite(current)
    oauthCredentialsSuite(current)
    oauthClientsSuite(current)
    servicesSuite(current)
    organizationDomainsSuite(current)
    operationsSuite(current)
    transactionsSuite(current, open)
    oddValuesSuite(current)
  })
}
