import { redirectTypes, type Vertical } from '@latchkey/contract'
import type { Clock, Random } from '../core/clock-and-random.ts'
import type { Vault } from '../core/vault.ts'
import { createProject } from '../projects/create-project.ts'
import type { ProjectRecord, ProjectSettings } from '../storage/records.ts'
import type { Storage } from '../storage/storage.ts'
import { consentPath, samplePolicy } from './sample-applications.ts'
import { seedOrganizations } from './seed-organizations.ts'

export interface SeededProject {
  id: string
  name: string
  vertical: Vertical
  publicToken: string
}

/**
 * The two projects of every development provider. Their public tokens are the same everywhere, so that examples can be
 * copied; a public token is not a secret, and these projects accept only pages of this machine.
 */
const seeds = [
  { name: 'Latchkey Demo', vertical: 'CONSUMER', uuid: '11111111-1111-4111-8111-111111111111' },
  { name: 'Latchkey Business Demo', vertical: 'B2B', uuid: '22222222-2222-4222-8222-222222222222' },
] as const

export const developmentPublicToken: string = `public-token-test-${seeds[0].uuid}`

/** Creates missing projects and organizations, and sets the default landing page to the current URL of the provider. */
export async function seed(
  storage: Storage,
  deps: { clock: Clock; random: Random; vault: Vault },
  baseUrl: string,
): Promise<SeededProject[]> {
  const seeded: SeededProject[] = []
  for (const { name, vertical, uuid } of seeds) {
    const id = `project-test-${uuid}`
    const project =
      (await storage.projects.get(id)) ??
      (await createProject(storage, deps, {
        id,
        name,
        vertical,
        environment: 'test',
        // Without a base URL, so that the issuer follows the current URL of the provider.
        publicToken: `public-token-test-${uuid}`,
        settings: {
          ...thisMachine(baseUrl, vertical),
          ...ownSettings[vertical],
        },
      }).catch(async (error: unknown) => {
        // A concurrent first start on the same folder created the project first.
        const made = await storage.projects.get(id)
        if (!made) throw error
        return made
      }))
    await followBaseUrl(storage, project, baseUrl)
    if (vertical === 'B2B') await seedOrganizations({ ...deps, storage, baseUrl }, project)
    seeded.push({ id, name: project.name, vertical: project.vertical, publicToken: project.publicToken })
  }
  return seeded
}

async function followBaseUrl(storage: Storage, project: ProjectRecord, baseUrl: string): Promise<void> {
  const { redirectUrls } = thisMachine(baseUrl, project.vertical)
  const { settings } = project
  const before = settings.redirectUrls.login?.[0]
  if (before === redirectUrls.login?.[0]) return
  const { identityProvider } = settings
  // The built-in consent page has moved with the URL; a configured one is kept.
  const isOurs = before !== undefined && identityProvider?.consentPageUrl === builtInConsentPage(before)
  await storage.projects.updateSettings(project.id, project.revision, {
    ...settings,
    redirectUrls,
    ...(isOurs ? { identityProvider: { ...identityProvider, consentPageUrl: null } } : {}),
  })
}

function builtInConsentPage(landing: string): string {
  return landing.replace(/\/$/, consentPath)
}

const ownSettings: Readonly<Record<Vertical, Partial<ProjectSettings>>> = {
  CONSUMER: { rbacPolicy: samplePolicy },
  B2B: { createOrganizationEnabled: true },
}

/** The pages of the playground. */
const landingPaths: Readonly<Record<Vertical, string>> = { CONSUMER: '/', B2B: '/business' }

/** Allows every port of this machine for pages and landing pages; links lead to our own page by default. */
function thisMachine(baseUrl: string, vertical: Vertical): Pick<ProjectSettings, 'authorizedOrigins' | 'redirectUrls'> {
  const landing = [`${baseUrl}${landingPaths[vertical]}`, 'http://localhost:*/*', 'http://127.0.0.1:*/*']
  return {
    authorizedOrigins: ['http://localhost:*', 'http://127.0.0.1:*'],
    redirectUrls: Object.fromEntries(redirectTypes.map((type) => [type, landing])),
  }
}
