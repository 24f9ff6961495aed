import type { Clock, Random } from '../../core/clock-and-random.ts'
import type { Vault } from '../../core/vault.ts'
import { setOAuthCredentials } from '../../social-login/credentials.ts'
import { providersOf } from '../../social-login/providers.ts'
import type { ProjectRecord } from '../../storage/records.ts'
import type { Storage } from '../../storage/storage.ts'
import { type FakeIdentityProviders, fakeClientId } from './fakes.ts'

/** Adds credentials for the fake of every provider that the project can use; credentials for a real provider are kept. */
export async function pointAtFakes(
  storage: Storage,
  deps: { clock: Clock; random: Random; vault: Vault },
  project: Pick<ProjectRecord, 'id' | 'environment' | 'vertical'>,
  fakes: Pick<FakeIdentityProviders, 'credentials'>,
): Promise<void> {
  const present = new Map((await storage.oauthCredentials.list(project.id)).map((one) => [one.provider, one.clientId]))
  const missing = providersOf(project.vertical).filter(
    (provider) => (present.get(provider) ?? fakeClientId(provider)) === fakeClientId(provider),
  )
  await storage.transaction(async (tx) => {
    for (const provider of missing) await setOAuthCredentials(tx, deps, project, fakes.credentials(provider))
  })
}
