// The folders of a package in layers: a folder imports only folders that are listed before it, types included.
import { dirname } from 'node:path'
import { importsOf, isTest, projectFiles } from './sources.ts'

/**
 * Folders from bottom to top; `.` stands for the files directly in `src`, which are entries and may import every folder.
 * `contextTypes` may be imported as types from every folder: they name the services of all layers.
 */
interface PackageLayers {
  source: string
  contextTypes?: string[]
  layers: { name: string; folders: string[] }[]
}

export const packageLayers: PackageLayers[] = [
  {
    source: 'packages/server/src',
    contextTypes: ['packages/server/src/provider-context.ts'],
    layers: [
      { name: 'sign-in methods', folders: ['methods'] },
      { name: 'storage port', folders: ['storage'] },
      { name: 'core', folders: ['core'] },
      { name: 'SAML documents', folders: ['saml'] },
      {
        name: 'storage engines',
        folders: [
          'storage/sql/engine',
          'storage/migrations',
          'storage/sql/accounts',
          'storage/sql/tables',
          'storage/sql',
        ],
      },
      { name: 'storage operations', folders: ['storage/operations'] },
      { name: 'values', folders: ['identifiers', 'urls'] },
      { name: 'transport', folders: ['http', 'http/cookies', 'http/pages', 'outbound'] },
      {
        name: 'services',
        folders: [
          ...['delivery', 'delivery/outbox', 'delivery/templates/strings', 'delivery/templates'],
          ...['observability', 'audit', 'signing'],
        ],
      },
      {
        name: 'rules',
        folders: [
          ...['limits', 'tokens', 'protection', 'projects'],
          ...['passwords/strength', 'passwords/worker', 'passwords'],
          ...['social-login', 'oauth-clients', 'sso'],
        ],
      },
      { name: 'accounts and sessions', folders: ['notices', 'accounts', 'sessions'] },
      {
        name: 'use cases',
        folders: [
          'sending',
          'organizations/domains',
          'organizations',
          'organizations/connections',
          'organizations/members',
          'organizations/sign-in',
          'organizations/factors',
        ],
      },
      {
        name: 'endpoints',
        folders: [
          'products/*',
          ...['request', 'users', 'project'].map((name) => `admin/${name}`),
          'admin',
          ...['protocol', 'clients', 'logout', 'authorize', 'token', 'discovery'].map(
            (name) => `oidc-provider/${name}`,
          ),
          'oidc-provider',
        ],
      },
      { name: 'composition', folders: ['app', 'node', '.'] },
      {
        name: 'development',
        folders: ['dev/social-login', 'dev/enterprise', 'dev', 'storage/testing', 'testing', 'testing/project-kinds'],
      },
    ],
  },
  {
    source: 'packages/contract/src',
    layers: [
      { name: 'values', folders: ['core'] },
      { name: 'endpoints', folders: ['b2b', 'api', 'admin'] },
      { name: 'schemas', folders: ['core', 'b2b', 'api', 'admin'].map((name) => `schemas/${name}`) },
      { name: 'entries', folders: ['schemas', 'openapi', '.'] },
    ],
  },
  {
    source: 'packages/react/src',
    layers: [
      { name: 'diagnostics', folders: ['diagnostics'] },
      { name: 'entries', folders: ['.'] },
      { name: 'business projects', folders: ['b2b'] },
    ],
  },
  {
    source: 'packages/elements/src',
    layers: [
      { name: 'entries', folders: ['.'] },
      { name: 'React on Preact', folders: ['on-preact'] },
    ],
  },
  {
    source: 'packages/backend/src',
    layers: [
      { name: 'requests to the provider', folders: ['http'] },
      { name: 'sessions', folders: ['session'] },
      { name: 'adapters', folders: ['adapters'] },
      { name: 'entries', folders: ['.'] },
    ],
  },
  { source: 'packages/nextjs/src', layers: [{ name: 'entries', folders: ['.'] }] },
  { source: 'packages/testkit/src', layers: [{ name: 'entries', folders: ['.'] }] },
  {
    source: 'packages/client/src',
    layers: [
      { name: 'browser', folders: ['platform'] },
      { name: 'core', folders: ['core'] },
      { name: 'services', folders: ['diagnostics', 'bootstrap', 'session', 'telemetry', 'protection', 'pkce'] },
      { name: 'context', folders: ['context'] },
      {
        name: 'methods',
        folders: ['methods', 'methods/sessions/token-exchange', 'methods/users/user-changes', 'methods/*'],
      },
      { name: 'business projects', folders: ['b2b/session', 'b2b/methods/*', 'b2b'] },
      { name: 'additions', folders: ['reads'] },
      { name: 'entries', folders: ['.'] },
    ],
  },
  {
    source: 'packages/widgets/src',
    // Types that name all methods, which the methods need themselves: the texts, the states and events of the login flow
    // (compiled without browser types), and the parts of a method (with React and the client).
    contextTypes: ['strings.ts', 'login/login.flow.ts', 'login/login-method.ts'].map(
      (name) => `packages/widgets/src/${name}`,
    ),
    layers: [
      { name: 'configuration', folders: ['config'] },
      { name: 'flows', folders: ['flow'] },
      { name: 'texts and styles', folders: ['i18n', 'theme', 'themes', 'a11y'] },
      { name: 'components', folders: ['ui/controls', 'ui', 'ui/shadow', 'ui/toast'] },
      { name: 'widget shell', folders: ['widget'] },
      { name: 'fixtures of the gallery', folders: ['gallery/fixtures'] },
      { name: 'methods', folders: ['methods/oauth/logos', 'methods/crypto/wallets', 'methods/*', 'methods'] },
      { name: 'login', folders: ['login/config', 'login/main', 'login/landing', 'login/storage', 'login'] },
      {
        name: 'other widgets',
        folders: [
          'reset-password',
          'passkey-registration',
          ...['text', 'card', 'consent'].map((name) => `identity-provider/${name}`),
          'identity-provider',
          ...['config', 'text', 'flow', 'views'].map((name) => `b2b-login/${name}`),
          'b2b-login',
          ...['text', 'access', 'ui', 'switcher', 'members', 'settings', 'sso'].map((name) => `organization/${name}`),
          'organization',
        ],
      },
      { name: 'entries', folders: ['.'] },
      { name: 'tools', folders: ['locales', 'b2b-login/locales', 'organization/locales', 'gallery', 'recorder'] },
    ],
  },
]

/** Endpoint folders that share code only through a lower layer. */
const separate = [{ source: 'packages/server/src', folders: ['products', 'admin', 'oidc-provider'] }]

export async function checkLayers(): Promise<string[]> {
  const shipped = projectFiles().filter((path) => /\.tsx?$/.test(path) && !path.endsWith('.d.ts') && !isTest(path))
  return packageLayers.flatMap((rule) => layerComplaints(rule, shipped))
}

function layerComplaints({ source, contextTypes = [], layers }: PackageLayers, shipped: readonly string[]): string[] {
  const order = layers.flatMap(({ folders }) => folders)
  const rankOf = (folder: string) => order.findIndex((pattern) => matches(pattern, folder))
  const folderOf = (path: string) => dirname(path).slice(source.length + 1) || '.'
  const complaints = new Set<string>()
  const own = shipped.filter((path) => path.startsWith(`${source}/`))
  for (const path of own) {
    const from = folderOf(path)
    if (from === '.') continue
    if (rankOf(from) === -1) complaints.add(`${source}/${from}: is in no layer of tools/checks/layers.ts`)
    for (const { target, typeOnly } of importsOf(path)) {
      if (!target?.startsWith(`${source}/`) || isTest(target) || folderOf(target) === from) continue
      if (typeOnly && contextTypes.includes(target)) continue
      const to = folderOf(target)
      if (rankOf(to) >= rankOf(from)) complaints.add(`${path}: imports ${target}, which is not in a lower layer`)
      const apart = separate.find((rule) => rule.source === source)?.folders ?? []
      const [mine = '', other = ''] = [from, to].map((folder) => folder.split('/')[0])
      if (mine !== other && apart.includes(mine) && apart.includes(other))
        complaints.add(`${path}: imports ${target}: ${mine} and ${other} share code only through a lower layer`)
    }
  }
  for (const pattern of order) {
    if (!own.some((path) => matches(pattern, folderOf(path))))
      complaints.add(`${source}/${pattern}: has no file, but a layer`)
  }
  return [...complaints]
}

/** `products/*` matches each folder directly in `products`. */
function matches(pattern: string, folder: string): boolean {
  if (!pattern.endsWith('/*')) return pattern === folder
  return folder.startsWith(pattern.slice(0, -1)) && !folder.slice(pattern.length - 1).includes('/')
}
