import { randomId } from '../../core/ids.ts'
import type { ProviderContext } from '../../provider-context.ts'
import { checkEveryMs } from './domain-state.ts'
import { checkFound } from './manage-domains.ts'

/** Lookups at the same time. */
const batch = 20

/** Checks the domains that are due, of all projects. Each is checked by one provider. */
export async function checkDueDomains(
  context: Pick<ProviderContext, 'storage' | 'vault' | 'clock' | 'random' | 'lookupTxt' | 'disposableDomains'>,
): Promise<void> {
  const { storage, clock, random } = context
  for (;;) {
    const now = clock.now()
    // A provider that stops in the meantime skips one check, which counts as no failure.
    const due = await storage.organizationDomains.takeDue({ now, nextCheckAt: now + checkEveryMs, limit: batch })
    await Promise.all(
      due.map(async (domain) => {
        const project = await storage.projects.get(domain.projectId)
        if (project === null) return
        const source = {
          project,
          requestId: randomId('request-id', project.environment, random),
          client: { ip: '', prefix: '', userAgent: '' },
          actor: { kind: 'system' as const, id: 'domain-check' },
        }
        await checkFound(context, source, domain, 'daily')
      }),
    )
    if (due.length < batch) return
  }
}
