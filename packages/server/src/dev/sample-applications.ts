import { brandPrefix } from '@latchkey/contract'
import type { Clock } from '../core/clock-and-random.ts'
import { secretFields } from '../oauth-clients/client-secret.ts'
import { defaultIdentityProvider } from '../projects/default-settings.ts'
import type { OAuthClientRecord, ProjectRecord, ProjectSettings } from '../storage/records.ts'
import type { Storage } from '../storage/storage.ts'

/** Where the page that asks for consent stands, if it is among the pages that are served. */
export const consentPath = '/consent'

/**
 * The application on the playground. It is a page, so it has no secret; it stands wherever this provider does.
 */
export const playgroundApplication = {
  id: 'oauth-client-test-33333333-3333-4333-8333-333333333333',
  path: '/application',
} as const

/**
 * The application of `examples/relying-party`, which can be started as it stands. Everybody knows its secret: it is
 * sent back to this machine only, and no provider but a development one knows it.
 */
export const exampleApplication = {
  id: 'oauth-client-test-44444444-4444-4444-8444-444444444444',
  secret: 'client-secret-test-everybody-knows-this-one',
  url: 'http://localhost:4100',
} as const

/** Something to ask for: everybody can let an application read their notes, and nobody can let it change them. */
export const samplePolicy: ProjectSettings['rbacPolicy'] = {
  roles: [
    {
      role_id: `${brandPrefix}_user`,
      description: 'All signed-in users',
      permissions: [{ resource_id: 'notes', actions: ['read'] }],
    },
    {
      role_id: 'editor',
      description: 'Who may change notes',
      permissions: [{ resource_id: 'notes', actions: ['*'] }],
    },
  ],
  resources: [
    { resource_id: 'notes', description: 'What the sample applications ask for', actions: ['read', 'write'] },
  ],
  scopes: [
    { scope: 'notes:read', description: 'Read your notes', permissions: [{ resource_id: 'notes', actions: ['read'] }] },
    {
      scope: 'notes:write',
      description: 'Change your notes',
      permissions: [{ resource_id: 'notes', actions: ['write'] }],
    },
  ],
}

/**
 * Makes a project the identity provider of the two sample applications, at this start's address. A consent page that
 * somebody has chosen, and an example that somebody has changed, stay as they are.
 */
export async function introduceApplications(
  storage: Storage,
  { clock }: { clock: Clock },
  projectId: string,
  baseUrl: string,
): Promise<void> {
  const project = await storage.projects.get(projectId)
  if (!project) return
  const { identityProvider = defaultIdentityProvider } = project.settings
  if (identityProvider.consentPageUrl === null)
    await storage.projects.updateSettings(projectId, project.revision, {
      ...project.settings,
      identityProvider: { ...identityProvider, consentPageUrl: baseUrl + consentPath },
    })
  const own = [baseUrl, baseUrl.replace('//localhost', '//127.0.0.1')].map((url) => url + playgroundApplication.path)
  await storage.oauthClients.set({
    ...sample(project, clock.now()),
    id: playgroundApplication.id,
    name: 'Sample app',
    description: 'The application on the playground',
    isPublic: true,
    redirectUris: own,
    postLogoutRedirectUris: own,
  })
  const { id, secret, url } = exampleApplication
  if (await storage.oauthClients.get(projectId, id)) return
  await storage.oauthClients.set({
    ...sample(project, clock.now()),
    ...{ id, ...secretFields(secret) },
    name: 'Notebook',
    description: 'The application in examples/relying-party',
    redirectUris: [`${url}/callback`],
    postLogoutRedirectUris: [`${url}/`],
    backchannelLogoutUri: `${url}/backchannel-logout`,
  })
}

function sample({ id }: ProjectRecord, now: number): OAuthClientRecord {
  return {
    projectId: id,
    id: '',
    isPublic: false,
    isFirstParty: false,
    name: '',
    description: '',
    logoUrl: null,
    redirectUris: [],
    postLogoutRedirectUris: [],
    scopes: null,
    allowsClientCredentials: false,
    backchannelLogoutUri: null,
    idTokenAlgorithm: null,
    accessTokenMinutes: 60,
    source: 'admin',
    secretHash: null,
    secretHint: '',
    prevSecretHash: null,
    prevSecretUntil: null,
    createdAt: now,
    updatedAt: now,
  }
}
