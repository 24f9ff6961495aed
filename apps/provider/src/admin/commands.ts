import type { Command, Option } from '../command.ts'
import { one, paged, store, yes } from './common-options.ts'
import { settingList } from './setting-reference.ts'
import { userCommands } from './user-commands.ts'

const application: Readonly<Record<string, Option>> = {
  name: { kind: 'one', value: '<name>', help: 'name shown to users' },
  redirect: { kind: 'many', value: '<uri>', help: 'redirect URI, compared exactly' },
  'post-logout-redirect': { kind: 'many', value: '<uri>', help: 'where users go after signing out' },
  scope: { kind: 'many', value: '<scope>', help: 'scopes it may request; default: all but full_access' },
  description: { kind: 'one', value: '<text>', help: 'description' },
  logo: { kind: 'one', value: '<address>', help: 'https URL of its logo' },
  'backchannel-logout': { kind: 'one', value: '<address>', help: 'notified when a session ends' },
  'id-token-alg': { kind: 'one', value: 'ES256|RS256', help: 'signature of its ID tokens' },
  'client-credentials': { kind: 'switch', help: 'allow the client credentials grant' },
}

/** The code of a command is loaded when it runs. */
export const administrationCommands: Readonly<Record<string, Command>> = {
  'projects create': {
    summary: 'creates a project',
    options: {
      name: { kind: 'one', value: '<name>', help: 'name shown to users' },
      environment: { kind: 'one', value: 'test|live', help: 'default: live' },
      vertical: { kind: 'one', value: 'CONSUMER|B2B', help: 'default: CONSUMER' },
      origin: { kind: 'many', value: '<origin>', help: 'origin of pages that may use it, https://app.example.com' },
      redirect: { kind: 'many', value: '<address>', help: 'URL that links may lead to, https://app.example.com/*' },
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
    words: ['[name]'],
    options: one,
    details: `Example
  latchkey settings get password_policy`,
    run: async (input) => (await import('./settings.ts')).getSettings(input),
  },
  'settings set': {
    summary: 'changes settings of a project',
    words: ['<name>=<value>…'],
    options: one,
    details: `A value is JSON, or else text; @file reads it from a file, @- from standard input. A part of a group has its
name after a dot. Everything is checked before anything is written.

Settings (types and defaults: docs/settings.md)
${settingList()}

Examples
  latchkey settings set step_up_minutes=10 enumeration=strict
  latchkey settings set password_policy.strength=luds password_policy.luds_minimum_count=12
  latchkey settings set rbac_policy=@policy.json`,
    run: async (input) => (await import('./settings.ts')).setSettings(input),
  },
  'origins list': {
    summary: 'lists the origins of pages that may use a project',
    options: one,
    run: async (input) => (await import('./lists.ts')).listOrigins(input),
  },
  'origins add': {
    summary: 'allows an origin',
    words: ['<origin>…'],
    options: one,
    run: async (input) => (await import('./lists.ts')).addOrigins(input),
  },
  'origins remove': {
    summary: 'removes an origin',
    words: ['<origin>…'],
    options: one,
    run: async (input) => (await import('./lists.ts')).removeOrigins(input),
  },
  'redirects list': {
    summary: 'lists the URLs that links and sign-ins may lead to',
    options: one,
    run: async (input) => (await import('./lists.ts')).listRedirects(input),
  },
  'redirects add': {
    summary: 'adds a redirect URL; the first without a pattern is the default',
    words: ['<address>…'],
    options: {
      type: { kind: 'many', value: 'login|signup|reset_password|logout', help: 'only for these types; default: all' },
      ...one,
    },
    run: async (input) => (await import('./lists.ts')).addRedirects(input),
  },
  'redirects remove': {
    summary: 'removes a redirect URL',
    words: ['<address>…'],
    options: {
      type: { kind: 'many', value: 'login|signup|reset_password|logout', help: 'only for these types; default: all' },
      ...one,
    },
    run: async (input) => (await import('./lists.ts')).removeRedirects(input),
  },
  ...userCommands,
  'sessions list': {
    summary: 'lists the active sessions of a user',
    words: ['<user>'],
    options: { ...paged, ...one },
    run: async (input) => (await import('./sessions.ts')).listSessions(input),
  },
  'sessions revoke': {
    summary: 'ends a session, or all sessions of a user',
    words: ['[session id]'],
    options: { user: { kind: 'one', value: '<user>', help: 'all sessions of this user' }, ...one },
    run: async (input) => (await import('./sessions.ts')).revokeSessions(input),
  },
  'secret-keys create': {
    summary: 'creates a secret key for your own servers and shows it once',
    options: { name: { kind: 'one', value: '<name>', help: 'what it is for' }, ...one },
    run: async (input) => (await import('./keys.ts')).createSecretKey(input),
  },
  'secret-keys list': {
    summary: 'lists secret keys, without their secrets',
    options: one,
    run: async (input) => (await import('./keys.ts')).listSecretKeys(input),
  },
  'secret-keys revoke': {
    summary: 'revokes a secret key',
    words: ['<secret key id>'],
    options: one,
    run: async (input) => (await import('./keys.ts')).revokeSecretKey(input),
  },
  'keys list': {
    summary: 'lists the signing keys',
    options: one,
    run: async (input) => (await import('./keys.ts')).listSigningKeys(input),
  },
  'keys rotate': {
    summary: 'activates the next signing key, of one project or of all',
    options: {
      force: { kind: 'switch', help: 'even if the next key was published less than a day ago' },
      ...one,
    },
    run: async (input) => (await import('./keys.ts')).rotateSigningKeys(input),
  },
  'oauth list': {
    summary: 'lists the identity providers with credentials',
    options: one,
    run: async (input) => (await import('./oauth.ts')).listCredentials(input),
  },
  'oauth set': {
    summary: 'sets the credentials for an identity provider',
    words: ['<provider>'],
    options: {
      'client-id': { kind: 'one', value: '<id>', help: 'client id at the provider' },
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
    summary: 'removes the credentials for an identity provider',
    words: ['<provider>'],
    options: one,
    run: async (input) => (await import('./oauth.ts')).deleteCredentials(input),
  },
  'clients create': {
    summary: 'adds an OAuth client (application) and shows its secret once',
    options: {
      type: {
        kind: 'one',
        value: '<type>',
        help: 'first_party, third_party, first_party_public or third_party_public',
      },
      ...application,
      ...one,
    },
    details: `first_party applications belong to the project, and users are not asked for consent. Applications that cannot keep
a secret (pages, mobile apps) are public.

Example
  latchkey clients create --type third_party --name Notes --redirect https://notes.example/callback`,
    run: async (input) => (await import('./oauth-clients.ts')).createClient(input),
  },
  'clients list': {
    summary: 'lists OAuth clients',
    options: { ...paged, ...one },
    run: async (input) => (await import('./oauth-clients.ts')).listClients(input),
  },
  'clients get': {
    summary: 'shows an OAuth client',
    words: ['<client id>'],
    options: one,
    run: async (input) => (await import('./oauth-clients.ts')).getClient(input),
  },
  'clients update': {
    summary: 'changes an OAuth client; options that are not given stay as they are',
    words: ['<client id>'],
    options: { ...application, ...one },
    run: async (input) => (await import('./oauth-clients.ts')).updateClient(input),
  },
  'clients rotate-secret': {
    summary: 'creates a new secret for an OAuth client and shows it once',
    words: ['<client id>'],
    options: {
      'keep-minutes': { kind: 'one', value: '<minutes>', help: 'how long the old secret still works' },
      ...one,
    },
    run: async (input) => (await import('./oauth-clients.ts')).rotateClientSecret(input),
  },
  'clients delete': {
    summary: 'deletes an OAuth client and its grants',
    words: ['<client id>'],
    options: { ...yes, ...one },
    run: async (input) => (await import('./oauth-clients.ts')).deleteClient(input),
  },
  'clients admit': {
    summary: 'allows a deleted client with a metadata document again',
    words: ['<client id>'],
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
    words: ['<template id>'],
    options: one,
    run: async (input) => (await import('./templates.ts')).getTemplate(input),
  },
  'templates set': {
    summary: 'creates or replaces a template',
    words: ['<template id>'],
    options: {
      kind: { kind: 'one', value: 'magic_link|passcode|passcode_text|password_reset', help: 'kind of message' },
      file: { kind: 'one', value: '<file>', help: 'JSON: texts by language; - for stdin' },
      ...one,
    },
    details: `Example of a file
  { "en": { "subject": "Sign in to {{project}}", "body": "Your link works for {{duration}}." } }`,
    run: async (input) => (await import('./templates.ts')).setTemplate(input),
  },
  'templates delete': {
    summary: 'deletes a template',
    words: ['<template id>'],
    options: one,
    run: async (input) => (await import('./templates.ts')).deleteTemplate(input),
  },
  'oauth attach-token': {
    summary: 'issues a token that adds an identity of a provider to a user, and shows it once',
    words: ['<user>'],
    options: { provider: { kind: 'one', value: '<provider>', help: 'such as google' }, ...one },
    run: async (input) => (await import('./oauth.ts')).attachToken(input),
  },
  impersonate: {
    summary: 'makes a token that lets you see what a user sees, and shows it once',
    words: ['<user>'],
    options: { as: { kind: 'one', value: '<who>', help: 'who you are, for the audit log' }, ...one },
    run: async (input) => (await import('./users.ts')).impersonate(input),
  },
  'impersonations revoke': {
    summary: 'ends all impersonated sessions and unredeemed tokens of an operator',
    options: { as: { kind: 'one', value: '<who>', help: 'the operator, as named by impersonate --as' }, ...one },
    run: async (input) => (await import('./users.ts')).revokeImpersonations(input),
  },
  'organizations create': {
    summary: 'makes an organization of a business project',
    options: {
      name: { kind: 'one', value: '<name>', help: 'its name' },
      slug: { kind: 'one', value: '<slug>', help: 'made from the name if not said' },
      ...one,
    },
    run: async (input) => (await import('./organizations.ts')).createOrganization(input),
  },
  'organizations list': {
    summary: 'lists organizations',
    options: { ...paged, ...one },
    run: async (input) => (await import('./organizations.ts')).listOrganizations(input),
  },
  'members create': {
    summary: 'adds a member to an organization',
    words: ['<organization>'],
    options: {
      email: { kind: 'one', value: '<address>', help: 'email address' },
      name: { kind: 'one', value: '<name>', help: 'name' },
      status: { kind: 'one', value: 'active|pending|invited', help: 'active if not said' },
      ...one,
    },
    details: 'An organization is named by its id or its slug.',
    run: async (input) => (await import('./organizations.ts')).createMember(input),
  },
  'members list': {
    summary: 'lists the members of an organization',
    words: ['<organization>'],
    options: { ...paged, ...one },
    run: async (input) => (await import('./organizations.ts')).listMembers(input),
  },
}
