import type { Command, Option } from '../command.ts'
import { one, paged, store, yes } from './common-options.ts'
import { organizationCommands } from './organizations/commands.ts'
import { settingList } from './setting-reference.ts'
import { userCommands } from './user-commands.ts'

const redirectType: Option = {
  kind: 'many',
  value: 'login|signup|reset_password|logout|invite|discovery',
  help: 'only for this type (default: all)',
}

const application: Readonly<Record<string, Option>> = {
  name: { kind: 'one', value: '<name>', help: 'name shown to users' },
  redirect: { kind: 'many', value: '<uri>', help: 'redirect URI, compared exactly' },
  'post-logout-redirect': { kind: 'many', value: '<uri>', help: 'URI to return to after sign-out' },
  scope: { kind: 'many', value: '<scope>', help: 'scope it may request (default: all except full_access)' },
  description: { kind: 'one', value: '<text>', help: 'description' },
  logo: { kind: 'one', value: '<url>', help: 'https URL of its logo' },
  'backchannel-logout': { kind: 'one', value: '<url>', help: 'receives logout tokens when a session ends' },
  'id-token-alg': { kind: 'one', value: 'ES256|RS256', help: 'signature algorithm of its ID tokens' },
  'client-credentials': { kind: 'switch', help: 'allow the client credentials grant' },
}

/** Each command loads its code when it runs. */
export const administrationCommands: Readonly<Record<string, Command>> = {
  'projects create': {
    summary: 'creates a project',
    options: {
      name: { kind: 'one', value: '<name>', help: 'name shown to users' },
      environment: { kind: 'one', value: 'test|live', help: 'environment (default: live)' },
      vertical: { kind: 'one', value: 'CONSUMER|B2B', help: 'consumer or business project (default: CONSUMER)' },
      origin: { kind: 'many', value: '<origin>', help: 'authorized origin: https://app.example.com' },
      redirect: { kind: 'many', value: '<url>', help: 'redirect URL: https://app.example.com/*' },
      ...store,
    },
    run: async (input) => (await import('./projects.ts')).createProject(input),
  },
  'projects list': {
    summary: 'lists all projects',
    options: store,
    run: async (input) => (await import('./projects.ts')).listProjects(input),
  },
  'projects get': {
    summary: 'shows a project',
    options: one,
    run: async (input) => (await import('./projects.ts')).getProject(input),
  },
  'settings get': {
    summary: 'shows the settings of a project, or one of them',
    positionals: ['[name]'],
    options: one,
    details: `Example
  latchkey settings get password_policy`,
    run: async (input) => (await import('./settings.ts')).getSettings(input),
  },
  'settings set': {
    summary: 'changes settings of a project',
    positionals: ['<name>=<value>…'],
    options: one,
    details: `A value that is not JSON is text. @file reads the value from a file, @- from standard input. Write a field of a
group as group.field. All values are validated before any is written.

Settings (types and defaults: docs/settings.md)
${settingList()}

Examples
  latchkey settings set step_up_minutes=10 enumeration=strict
  latchkey settings set password_policy.strength=luds password_policy.luds_minimum_count=12
  latchkey settings set rbac_policy=@policy.json`,
    run: async (input) => (await import('./settings.ts')).setSettings(input),
  },
  'origins list': {
    summary: 'lists the authorized origins of a project',
    options: one,
    run: async (input) => (await import('./lists.ts')).listOrigins(input),
  },
  'origins add': {
    summary: 'adds an authorized origin',
    positionals: ['<origin>…'],
    options: one,
    run: async (input) => (await import('./lists.ts')).addOrigins(input),
  },
  'origins remove': {
    summary: 'removes an authorized origin',
    positionals: ['<origin>…'],
    options: one,
    run: async (input) => (await import('./lists.ts')).removeOrigins(input),
  },
  'redirects list': {
    summary: 'lists the redirect URLs of a project',
    options: one,
    run: async (input) => (await import('./lists.ts')).listRedirects(input),
  },
  'redirects add': {
    summary: 'adds a redirect URL; the first one without a pattern is the default',
    positionals: ['<url>…'],
    options: {
      type: redirectType,
      ...one,
    },
    run: async (input) => (await import('./lists.ts')).addRedirects(input),
  },
  'redirects remove': {
    summary: 'removes a redirect URL',
    positionals: ['<url>…'],
    options: {
      type: redirectType,
      ...one,
    },
    run: async (input) => (await import('./lists.ts')).removeRedirects(input),
  },
  ...userCommands,
  'sessions list': {
    summary: 'lists the active sessions of a user',
    positionals: ['<user>'],
    options: { ...paged, ...one },
    run: async (input) => (await import('./sessions.ts')).listSessions(input),
  },
  'sessions revoke': {
    summary: 'ends a session, or all sessions of a user',
    positionals: ['[session id]'],
    options: { user: { kind: 'one', value: '<user>', help: 'all sessions of this user' }, ...one },
    run: async (input) => (await import('./sessions.ts')).revokeSessions(input),
  },
  'secret-keys create': {
    summary: 'creates a secret key for your backend and prints it once',
    options: { name: { kind: 'one', value: '<name>', help: 'name of the backend that uses it' }, ...one },
    run: async (input) => (await import('./keys.ts')).createSecretKey(input),
  },
  'secret-keys list': {
    summary: 'lists secret keys without the secrets',
    options: one,
    run: async (input) => (await import('./keys.ts')).listSecretKeys(input),
  },
  'secret-keys revoke': {
    summary: 'revokes a secret key',
    positionals: ['<secret key id>'],
    options: one,
    run: async (input) => (await import('./keys.ts')).revokeSecretKey(input),
  },
  'signing-keys list': {
    summary: 'lists the signing keys',
    options: one,
    run: async (input) => (await import('./keys.ts')).listSigningKeys(input),
  },
  'signing-keys rotate': {
    summary: 'activates the next signing key of a project (default: of all projects)',
    options: {
      force: { kind: 'switch', help: 'even if the next key was published less than a day ago' },
      ...one,
    },
    run: async (input) => (await import('./keys.ts')).rotateSigningKeys(input),
  },
  'oauth list': {
    summary: 'lists the credentials at identity providers',
    options: one,
    run: async (input) => (await import('./oauth.ts')).listCredentials(input),
  },
  'oauth set': {
    summary: 'sets the credentials at an identity provider',
    positionals: ['<provider>'],
    options: {
      'client-id': { kind: 'one', value: '<id>', help: 'client id at the identity provider' },
      'secret-file': {
        kind: 'one',
        value: '<file>',
        help: 'file with the client secret (Apple: the .p8 key); - for stdin',
      },
      'team-id': { kind: 'one', value: '<id>', help: 'Apple only' },
      'key-id': { kind: 'one', value: '<id>', help: 'Apple only' },
      tenant: { kind: 'one', value: '<tenant>', help: 'Microsoft only' },
      host: { kind: 'one', value: '<host>', help: 'GitLab and Salesforce only' },
      ...one,
    },
    run: async (input) => (await import('./oauth.ts')).setCredentials(input),
  },
  'oauth delete': {
    summary: 'deletes the credentials at an identity provider',
    positionals: ['<provider>'],
    options: one,
    run: async (input) => (await import('./oauth.ts')).deleteCredentials(input),
  },
  'oauth attach-token': {
    summary: 'creates a token that links an identity at an identity provider to a user, and prints it once',
    positionals: ['<user>'],
    options: { provider: { kind: 'one', value: '<provider>', help: 'identity provider, such as google' }, ...one },
    run: async (input) => (await import('./oauth.ts')).attachToken(input),
  },
  'clients create': {
    summary: 'creates a client application and prints its secret once',
    options: {
      type: {
        kind: 'one',
        value: '<type>',
        help: 'first_party, third_party, first_party_public or third_party_public',
      },
      ...application,
      ...one,
    },
    details: `Users are not asked for consent for first_party applications. Applications that cannot keep a secret (web pages,
mobile apps) are public.

Example
  latchkey clients create --type third_party --name Notes --redirect https://notes.example/callback`,
    run: async (input) => (await import('./oauth-clients.ts')).createClient(input),
  },
  'clients list': {
    summary: 'lists client applications',
    options: { ...paged, ...one },
    run: async (input) => (await import('./oauth-clients.ts')).listClients(input),
  },
  'clients get': {
    summary: 'shows a client application',
    positionals: ['<client id>'],
    options: one,
    run: async (input) => (await import('./oauth-clients.ts')).getClient(input),
  },
  'clients update': {
    summary: 'changes the given options of a client application',
    positionals: ['<client id>'],
    options: { ...application, ...one },
    run: async (input) => (await import('./oauth-clients.ts')).updateClient(input),
  },
  'clients rotate-secret': {
    summary: 'creates a new secret for a client application and prints it once',
    positionals: ['<client id>'],
    options: {
      'keep-minutes': { kind: 'one', value: '<minutes>', help: 'how long the old secret remains valid (default: 0)' },
      ...one,
    },
    run: async (input) => (await import('./oauth-clients.ts')).rotateClientSecret(input),
  },
  'clients delete': {
    summary: 'deletes a client application and its grants',
    positionals: ['<client id>'],
    options: { ...yes, ...one },
    run: async (input) => (await import('./oauth-clients.ts')).deleteClient(input),
  },
  'clients admit': {
    summary: 'allows a deleted client application with a metadata document again',
    positionals: ['<client id>'],
    options: one,
    run: async (input) => (await import('./oauth-clients.ts')).admitClient(input),
  },
  'templates list': {
    summary: 'lists the message templates of a project',
    options: one,
    run: async (input) => (await import('./templates.ts')).listTemplates(input),
  },
  'templates get': {
    summary: 'shows a template',
    positionals: ['<template id>'],
    options: one,
    run: async (input) => (await import('./templates.ts')).getTemplate(input),
  },
  'templates set': {
    summary: 'creates or replaces a template',
    positionals: ['<template id>'],
    options: {
      kind: { kind: 'one', value: 'magic_link|passcode|passcode_text|password_reset|invite', help: 'kind of message' },
      file: { kind: 'one', value: '<file>', help: 'JSON file with texts by language; - for stdin' },
      ...one,
    },
    details: `Example file
  { "en": { "subject": "Sign in to {{project}}", "body": "Your link works for {{duration}}." } }`,
    run: async (input) => (await import('./templates.ts')).setTemplate(input),
  },
  'templates delete': {
    summary: 'deletes a template',
    positionals: ['<template id>'],
    options: one,
    run: async (input) => (await import('./templates.ts')).deleteTemplate(input),
  },
  impersonate: {
    summary: 'creates a token that signs an operator in as a user, and prints it once',
    positionals: ['<user>'],
    options: { as: { kind: 'one', value: '<operator>', help: 'name of the operator in the audit log' }, ...one },
    run: async (input) => (await import('./users.ts')).impersonate(input),
  },
  'impersonations revoke': {
    summary: 'revokes all impersonated sessions and unused tokens of an operator',
    options: { as: { kind: 'one', value: '<operator>', help: 'name of the operator, as in impersonate --as' }, ...one },
    run: async (input) => (await import('./users.ts')).revokeImpersonations(input),
  },
  ...organizationCommands,
}
