import { brandPrefix } from '@latchkey/contract'
import type { Clock } from '../core/clock-and-random.ts'
import { secretFields } from '../oauth-clients/client-secret.ts'
import { defaultIdentityProvider } from '../projects/default-settings.ts'
import type { OAuthClientRecord, ProjectRecord, ProjectSettings } from '../storage/records.ts'
import type { Storage } from '../storage/storage.ts'

/** The path of the consent page, if it is served. */
export const consentPath = '/consent'

/**
 * The client application on the playground: a page of this provider, so it has no secret.
 */
export const playgroundApplication = {
  id: 'oauth-client-test-33333333-3333-4333-8333-333333333333',
  path: '/application',
} as const

/**
 * The client application of `examples/relying-party`, which needs no configuration. Its secret is public: it redirects
 * to this machine only, and only development providers accept it.
 */
export const exampleApplication = {
  id: 'oauth-client-test-44444444-4444-4444-8444-444444444444',
  secret: 'client-secret-test-published-in-the-source',
  url: 'http://localhost:4100',
} as const

/** Sample scopes: every user can grant `notes:read`; only editors can grant `notes:write`. */
export const samplePolicy: ProjectSettings['rbacPolicy'] = {
  roles: [
    {
      role_id: `${brandPrefix}_user`,
      description: 'All signed-in users',
      permissions: [{ resource_id: 'notes', actions: ['read'] }],
    },
    {
      role_id: 'editor',
      description: 'Users who may change notes',
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
 * Makes a project the identity provider of the two sample applications, at the current URL. A configured consent page
 * and a changed example application are kept.
 */
export async function registerSampleApplications(
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
