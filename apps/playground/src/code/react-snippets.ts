import type { ProviderConnection } from '../playground-client.ts'
import type { Settings } from '../settings/settings.ts'
import {
  clientLines,
  commonParts,
  emailCodes,
  fixedLandingLines,
  indent,
  landingLines,
  lines,
  localeImport,
  loginParts,
  lookParts,
  type Part,
  type SnippetFile,
  themeImport,
} from './snippet-parts.ts'

/** The current configuration as a React application. Values are written inline, where TypeScript knows their types. */
export function reactSnippet(settings: Settings, connection: ProviderConnection): string {
  const { body, react, widgets, isUsingClient } = componentOf(settings, 'single')
  return lines(
    `import { createClient } from '@latchkey/client'`,
    `import { ${['LatchkeyProvider', ...react].join(', ')} } from '@latchkey/react'`,
    ...widgetImports(settings, widgets),
    ...(body.some((line) => line.includes('useState(')) ? [`import { useState } from 'react'`] : []),
    '',
    ...clientLines(connection),
    ...(settings.widget === 'login' ? landingLines(settings) : []),
    ...(isUsingClient ? resetLines : []),
    '',
    ...body,
    '',
    'export default function App() {',
    '  return (',
    '    <LatchkeyProvider client={client}>',
    '      <Account />',
    '    </LatchkeyProvider>',
    '  )',
    '}',
  )
}

/** The snippet imports it, not this page. */
export const nextPackage = '@latchkey/nextjs'

/** The URL of a new Next.js application. */
const nextOrigin = 'http://localhost:3000'

/** The same for the App Router of Next.js: the server knows the session, too. */
export function nextSnippet(settings: Settings, connection: ProviderConnection): SnippetFile[] {
  const { body, react, widgets } = componentOf(settings, 'next')
  const landing = settings.widget === 'login' ? fixedLandingLines(settings, nextOrigin) : []
  const page = lines(
    `'use client'`,
    '',
    `import { ${react.join(', ')} } from '@latchkey/react'`,
    ...widgetImports(settings, widgets),
    '',
    ...(landing.length > 0 ? [...landing, ''] : []),
    ...body.map((line) => line.replace('function Account()', 'export default function Page()')),
  )
  return [
    { name: '.env.local', code: nextEnvironment(connection) },
    { name: 'proxy.ts', code: nextProxy },
    { name: 'app/layout.tsx', code: nextLayout },
    { name: settings.widget === 'reset' ? 'app/reset-password/page.tsx' : 'app/page.tsx', code: page },
    ...(settings.widget === 'login' && settings.products.includes('passwords')
      ? [{ name: 'app/reset-password/page.tsx', code: nextResetPage(settings) }]
      : []),
  ]
}

interface Component {
  readonly body: readonly string[]
  /** The imports from `@latchkey/react`. */
  readonly react: readonly string[]
  readonly widgets: readonly string[]
  /** The module reads the URL with the client before the widget does. */
  readonly isUsingClient: boolean
}

const resetLines = [
  '// The other link of a password email opens this page, too.',
  `const isReset = client.parseAuthenticateUrl()?.tokenType === 'reset_password'`,
]

function componentOf(settings: Settings, kind: 'single' | 'next'): Component {
  // In Next.js the client comes from the provider of the application.
  const useClient = kind === 'next' ? ['  const client = useClient()'] : []
  const clientHook = kind === 'next' ? ['useClient'] : []
  const hooks = { react: [...clientHook, 'useSession'], isUsingClient: false }
  const signOut = '  if (session) return <button onClick={() => client.session.revoke()}>Sign out</button>'
  const start = ['function Account() {', ...useClient, '  const { session } = useSession()']
  switch (settings.widget) {
    case 'login': {
      const hasReset = kind === 'single' && settings.products.includes('passwords')
      return {
        ...hooks,
        isUsingClient: hasReset,
        widgets: hasReset ? ['Login', 'ResetPassword'] : ['Login'],
        body: [
          ...start,
          ...(hasReset ? resetFirst(settings) : []),
          signOut,
          '  return (',
          ...element('Login', loginParts(settings, 3, kind === 'next'), 2),
          '  )',
          '}',
        ],
      }
    }
    case 'reset':
      return {
        react: ['useSession'],
        isUsingClient: false,
        widgets: ['ResetPassword'],
        body: [
          'function Account() {',
          '  const { session } = useSession()',
          ...(kind === 'single' ? ['  // The page of resetPasswordRedirectURL.'] : []),
          '  return (',
          '    <>',
          ...element('ResetPassword', commonParts(settings, 4), 3),
          '      {session ? <p>You are signed in.</p> : null}',
          '    </>',
          '  )',
          '}',
        ],
      }
    case 'passkeys':
      return {
        ...hooks,
        react: ['useSession'],
        widgets: ['Login', 'PasskeyRegistration'],
        body: [
          'function Account() {',
          '  const { session } = useSession()',
          '  // Passkeys belong to a signed-in user.',
          ...gate(settings),
          '  return (',
          ...element('PasskeyRegistration', commonParts(settings, 3), 2),
          '  )',
          '}',
        ],
      }
    case 'consent':
      return {
        ...hooks,
        react: ['useSession'],
        widgets: ['IdentityProvider', 'Login'],
        body: [
          'function Account() {',
          '  const { session } = useSession()',
          '  // A signed-out user signs in first. The query of the page holds the request and does not change.',
          ...gate(settings),
          '  return (',
          ...element('IdentityProvider', lookParts(settings, 3), 2),
          '  )',
          '}',
        ],
      }
    default:
      return settings.widget satisfies never
  }
}

function resetFirst(settings: Settings): string[] {
  return [
    '  const [isResetting, setResetting] = useState(isReset)',
    '  if (isResetting)',
    '    return (',
    ...indent(element('ResetPassword', [...lookParts(settings, 4), ['callbacks', resetCallbacks]], 2)),
    '    )',
  ]
}

const resetCallbacks = `{ onEvent: ({ type }) => type === 'AUTHENTICATE_FLOW_COMPLETE' && setResetting(false) }`

function gate(settings: Settings): string[] {
  const parts: Part[] = [['config', emailCodes], ...lookParts(settings, 4)]
  return ['  if (!session)', '    return (', ...element('Login', parts, 3), '    )']
}

function element(name: string, parts: readonly Part[], depth: number): string[] {
  const space = '  '.repeat(depth)
  if (parts.length === 0) return [`${space}<${name} />`]
  return [`${space}<${name}`, ...parts.map(([part, text]) => `${space}  ${part}={${text}}`), `${space}/>`]
}

function widgetImports(settings: Settings, widgets: readonly string[]): string[] {
  return [
    `import { ${widgets.join(', ')} } from '@latchkey/widgets'`,
    ...localeImport(settings, '@latchkey/widgets/locales'),
    ...themeImport(settings, '@latchkey/widgets/themes'),
  ]
}

function nextEnvironment({ publicToken, projectId, origin }: ProviderConnection): string {
  return `NEXT_PUBLIC_LATCHKEY_URL=${origin}
NEXT_PUBLIC_LATCHKEY_PUBLIC_TOKEN=${publicToken}
LATCHKEY_PROJECT_ID=${projectId}
`
}

const nextProxy = `import { latchkeyProxy } from '${nextPackage}/proxy'

// Renews the session. Pages that need one: latchkeyProxy({ protect: ['/dashboard'] })
export const proxy = latchkeyProxy()

export const config = { matcher: ['/((?!_next/static|_next/image|favicon.ico).*)'] }
`

const nextLayout = `import { LatchkeyProvider } from '${nextPackage}'
import type { ReactNode } from 'react'

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body>
        <LatchkeyProvider>{children}</LatchkeyProvider>
      </body>
    </html>
  )
}
`

function nextResetPage(settings: Settings): string {
  return lines(
    `'use client'`,
    '',
    ...widgetImports(settings, ['ResetPassword']),
    '',
    'export default function Page() {',
    `  const callbacks = {`,
    '    onEvent: ({ type }: { type: string }) => {',
    `      if (type === 'AUTHENTICATE_FLOW_COMPLETE') location.assign('/')`,
    '    },',
    '  }',
    '  return (',
    ...element('ResetPassword', [...lookParts(settings, 3), ['callbacks', 'callbacks']], 2),
    '  )',
    '}',
  )
}
