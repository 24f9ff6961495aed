import type { ProviderConnection } from '../playground-client.ts'
import type { Settings } from '../settings/settings.ts'
import { headlessSnippet } from './headless-snippet.ts'
import { htmlSnippet } from './html-snippet.ts'
import { nextPackage, nextSnippet, reactSnippet } from './react-snippets.ts'
import { backendPackage, serverSnippet } from './server-snippet.ts'
import type { SnippetFile } from './snippet-parts.ts'

/** What the current configuration can be copied as. */
export interface Snippet {
  readonly name: 'react' | 'next' | 'html' | 'headless' | 'server'
  readonly label: string
  readonly files: readonly SnippetFile[]
  /** The packages to install; empty for a page without a bundler. */
  readonly packages: readonly string[]
  /** The page of the documentation, below `/docs/`. */
  readonly docs: string
}

const widgetPackages = ['@latchkey/client', '@latchkey/react', '@latchkey/widgets']

/** The current configuration as code, once per kind of application. */
export function snippetsOf(settings: Settings, connection: ProviderConnection): readonly Snippet[] {
  const isConsent = settings.widget === 'consent'
  return [
    {
      name: 'react',
      label: 'React',
      files: [{ name: 'app.tsx', code: reactSnippet(settings, connection) }],
      packages: widgetPackages,
      docs: 'widgets#react',
    },
    {
      name: 'next',
      label: 'Next.js',
      files: nextSnippet(settings, connection),
      packages: [nextPackage, '@latchkey/react', '@latchkey/widgets'],
      docs: 'guides/nextjs',
    },
    {
      name: 'html',
      label: 'HTML',
      files: [{ name: 'index.html', code: htmlSnippet(settings, connection) }],
      packages: [],
      docs: 'widgets#a-page-without-react',
    },
    {
      name: 'headless',
      label: 'Headless',
      files: [{ name: 'sign-in.ts', code: headlessSnippet(settings, connection) }],
      packages: isConsent ? ['@latchkey/client', '@latchkey/widgets'] : ['@latchkey/client'],
      docs: 'client',
    },
    {
      name: 'server',
      label: 'Server',
      files: [{ name: 'server.ts', code: serverSnippet(connection) }],
      packages: [backendPackage],
      docs: 'server-side',
    },
  ]
}
