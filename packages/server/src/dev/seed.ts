import type { Vertical } from '@latchkey/contract'
import type { Clock, Random } from '../core/clock-and-random.ts'
import type { Vault } from '../core/vault.ts'
import { createProject } from '../projects/create-project.ts'
import type { ProjectRecord, ProjectSettings } from '../storage/records.ts'
import type { Storage } from '../storage/storage.ts'
import { consentPath, samplePolicy } from './sample-applications.ts'

export interface SeededProject {
  id: string
  name: string
  vertical: Vertical
  publicToken: string
}

/**
 * The two projects of every development provider. Their tokens are the same everywhere, so that an example can be
 * copied as it stands; a public token opens nothing by itself, and these accept pages of this machine only.
 */
const seeds = [
  { name: 'Latchkey Demo', vertical: 'CONSUMER', uuid: '11111111-1111-4111-8111-111111111111' },
  { name: 'Latchkey Business Demo', vertical: 'B2B', uuid: '22222222-2222-4222-8222-222222222222' },
] as const

export const developmentPublicToken: string = `public-token-test-${seeds[0].uuid}`

/** Creates what is missing and lets the default landing page follow the address of this start. */
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
        // No address is kept: the issuer is whatever this provider is reached at, and so are its applications.
        publicToken: `public-token-test-${uuid}`,
        settings: { ...thisMachine(baseUrl), ...(vertical === 'CONSUMER' ? { rbacPolicy: samplePolicy } : {}) },
      }).catch(async (error: unknown) => {
        // Two first starts on one folder: the other one was faster.
        const made = await storage.projects.get(id)
        if (!made) throw error
        return made
      }))
    await followAddress(storage, project, baseUrl)
    seeded.push({ id, name: project.name, vertical: project.vertical, publicToken: project.publicToken })
  }
  return seeded
}

async function followAddress(storage: Storage, project: ProjectRecord, baseUrl: string): Promise<void> {
  const { redirectUrls } = thisMachine(baseUrl)
  const { settings } = project
  const before = settings.redirectUrls.login[0]
  if (before === redirectUrls.login[0]) return
  const { identityProvider } = settings
  // Our own consent page is no longer where it was; one that somebody has chosen is none of ours.
  const isOurs = before !== undefined && identityProvider?.consentPageUrl === consentPageOf(before)
  await storage.projects.updateSettings(project.id, project.revision, {
    ...settings,
    redirectUrls,
    ...(isOurs ? { identityProvider: { ...identityProvider, consentPageUrl: null } } : {}),
  })
}

function consentPageOf(landing: string): string {
  return landing.replace(/\/$/, consentPath)
}

/** Every port of this machine, for pages and for landing; without a wish, links land on our own page. */
function thisMachine(baseUrl: string): Pick<ProjectSettings, 'authorizedOrigins' | 'redirectUrls'> {
  const landing = [`${baseUrl}/`, 'http://localhost:*/*', 'http://127.0.0.1:*/*']
  return {
    authorizedOrigins: ['http://localhost:*', 'http://127.0.0.1:*'],
    redirectUrls: { login: landing, signup: landing, reset_password: landing, logout: landing },
  }
}
