// The structure of the documentation site: which pages are for users, in which group of the sidebar, and which are
// internal material.

/** A page in the sidebar, or a section of one: its file, with a title if the heading of the page is too long. */
type Entry = string | [file: string, title: string]

interface Group {
  title: string
  pages: Entry[]
  /** Pages of these folders that no group names follow, in alphabetical order. */
  folders?: string[]
}

/** The sidebar, by task. Files are relative to `docs/`; `reference/` is generated. */
export const groups: readonly Group[] = [
  {
    title: 'Start',
    pages: [
      ['README.md', 'Overview'],
      'getting-started.md',
      'examples.md',
      ['../README.md', 'Packages and installation'],
      'short-answers.md',
      'troubleshooting.md',
      'requirements.md',
    ],
  },
  {
    title: 'Widgets',
    pages: ['widgets.md', 'theming.md', ['cors.md', 'Origins, CORS and CSP']],
  },
  {
    title: 'Sign-in methods',
    pages: [
      ['oauth.md', 'OAuth'],
      ['mfa.md', 'Second factors (MFA)'],
      ['bot-protection.md', 'Bot protection'],
    ],
  },
  {
    title: 'Client and server',
    pages: [
      ['client.md', 'Headless client'],
      ['server-side.md', 'Sessions on your server'],
      ['ssr.md', 'Server-side rendering'],
      'guides/nextjs.md',
      ['rbac.md', 'Roles and permissions'],
      ['administration.md', 'Administration'],
    ],
  },
  {
    title: 'Business projects',
    pages: [
      ['business/README.md', 'Concepts'],
      ['business/quick-start.md', 'Quick start'],
      ['business/login-widget.md', 'Login widget'],
      ['business/organization-components.md', 'Organization components'],
      ['business/discovery.md', 'Discovery'],
      ['business/invitations.md', 'Invitations'],
      ['business/oauth.md', 'OAuth'],
      ['business/second-factors.md', 'Second factors'],
      ['business/sso.md', 'Single sign-on'],
      ['business/sso/okta.md', 'SSO: Okta'],
      ['business/sso/entra.md', 'SSO: Microsoft Entra ID'],
      ['business/sso/google.md', 'SSO: Google Workspace'],
      ['business/sso/onelogin.md', 'SSO: OneLogin'],
      ['business/sso/ping.md', 'SSO: Ping'],
      ['business/sso/jumpcloud.md', 'SSO: JumpCloud'],
      ['business/sso/adfs.md', 'SSO: AD FS'],
      ['business/sso/generic.md', 'SSO: other identity providers'],
      ['business/members.md', 'Members'],
      ['business/roles.md', 'Roles'],
      ['business/domains.md', 'Email domains'],
      ['business/errors.md', 'Errors'],
    ],
    folders: ['business'],
  },
  {
    title: 'Run the provider',
    pages: [
      ['provider.md', 'Running a provider'],
      ['delivery.md', 'Email and SMS delivery'],
      ['messages.md', 'Texts of messages'],
      ['scaling.md', 'Scaling, backup and keys'],
      ['../deploy/kubernetes/README.md', 'Kubernetes'],
      'observability.md',
      ['rate-limits.md', 'Rate limits and lock-outs'],
      ['identity-provider.md', 'Identity provider (OIDC)'],
      ['security/README.md', 'Security'],
    ],
  },
  {
    title: 'Guides',
    pages: [
      ['migration.md', 'Migrating users'],
      ['testing.md', 'Testing your sign-in'],
      ['guides/react-vite.md', 'React with Vite'],
      ['guides/react-router.md', 'React Router or Remix'],
      ['guides/astro.md', 'Astro'],
      ['guides/svelte.md', 'Svelte or SvelteKit'],
      ['guides/vue.md', 'Vue or Nuxt'],
      ['guides/from-auth0.md', 'Moving from Auth0'],
      ['guides/from-clerk.md', 'Moving from Clerk'],
      ['guides/from-firebase.md', 'Moving from Firebase'],
      ['guides/from-stytch.md', 'Moving from Stytch'],
      ['guides/from-supabase.md', 'Moving from Supabase'],
    ],
    folders: ['', 'guides', 'recipes'],
  },
  {
    title: 'Reference',
    pages: [
      ['settings.md', 'Project settings'],
      ['provider.md#settings', 'Provider settings'],
      ['reference/cli.md', 'Command line'],
      ['reference/http/README.md', 'HTTP API'],
      ['reference/api/README.md', 'TypeScript API'],
      ['errors.md', 'Errors'],
      'glossary.md',
      ['../CHANGELOG.md', 'Changelog'],
    ],
  },
]

/** Files of the repository that pages link to. Each has a page that shows it. */
export const shownFiles: readonly string[] = [
  'Dockerfile',
  'compose.yaml',
  'deploy/kubernetes/deployment.yaml',
  'deploy/kubernetes/ingress.example.yaml',
  'deploy/kubernetes/kustomization.yaml',
  'deploy/kubernetes/pod-disruption-budget.yaml',
  'deploy/kubernetes/secret.example.yaml',
  'deploy/kubernetes/service.yaml',
  'deploy/observability/alerts.yaml',
  'deploy/observability/grafana-dashboard.json',
]

/** Folders with many pages, which have a sidebar of their own. A page of another group links to them. */
export const sections: readonly { title: string; folder: string }[] = [
  { title: 'HTTP API', folder: 'reference/http' },
  { title: 'TypeScript API', folder: 'reference/api' },
  { title: 'Errors', folder: 'errors' },
  { title: 'Files', folder: 'files' },
]

/** Pages for contributors to Latchkey. They have a sidebar of their own, and the search does not find them. */
export const internalPages: readonly Entry[] = [
  ['../CONTRIBUTING.md', 'Contributing'],
  'architecture.md',
  'flows.md',
  'test-suites.md',
  ['decisions/README.md', 'Decisions'],
  ['spec/clauses.md', 'Specification'],
  ['spec/business.md', 'Specification of business projects'],
  ['../SECURITY.md', 'Reporting vulnerabilities'],
]

/** Folders with further internal pages. */
export const internalFolders: readonly string[] = ['decisions', 'security', 'spec']

export const fileOf = (entry: Entry): string => (typeof entry === 'string' ? entry : entry[0])
export const titleOf = (entry: Entry): string | undefined => (typeof entry === 'string' ? undefined : entry[1])
