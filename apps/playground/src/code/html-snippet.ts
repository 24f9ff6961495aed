import type { ProviderConnection } from '../playground-client.ts'
import type { Settings } from '../settings/settings.ts'
import {
  clientLines,
  commonParts,
  emailCodes,
  indent,
  landingLines,
  lines,
  localeImport,
  loginParts,
  lookParts,
  type Part,
  themeImport,
} from './snippet-parts.ts'

/** A page without a framework, on the stand-alone build that a development provider serves. */
export function htmlSnippet(settings: Settings, connection: ProviderConnection): string {
  const folder = `${connection.origin}/standalone`
  const { mounts, script, parts } = scriptOf(settings)
  return lines(
    ...(settings.widget === 'reset'
      ? []
      : ['<div id="sign-in"></div>', '<button id="sign-out" hidden>Sign out</button>']),
    ...(settings.widget === 'reset' ? ['<div id="reset-password"></div>'] : []),
    '<script type="module">',
    ...indent([
      '// For development. In production: a copy of dist/standalone of @latchkey/elements, served by you',
      `import { ${['createClient', ...mounts].join(', ')} } from '${folder}/latchkey.js'`,
      ...themeImport(settings, `${folder}/themes.js`),
      ...localeImport(settings, folder),
      '',
      ...clientLines(connection),
      ...(settings.widget === 'login' ? landingLines(settings) : []),
      ...parts.flatMap(([name, text]) => `const ${name} = ${text}`.split('\n')),
      '',
      ...script,
    ]),
    '</script>',
  )
}

interface Script {
  readonly mounts: readonly string[]
  /** The constants that the script uses. */
  readonly parts: readonly Part[]
  readonly script: readonly string[]
}

function scriptOf(settings: Settings): Script {
  switch (settings.widget) {
    case 'login': {
      const parts = loginParts(settings, 0)
      const hasReset = settings.products.includes('passwords')
      return {
        parts,
        mounts: hasReset ? ['mountLogin', 'mountResetPassword'] : ['mountLogin'],
        script: [
          ...(hasReset ? resetLines(settings) : []),
          ...signOutLines,
          'function show(session) {',
          '  signOut.hidden = !session',
          '  unmount?.()',
          `  unmount = ${hasReset ? 'isReset || ' : ''}session ? undefined : mountLogin({ client, elementId: '#sign-in', ${names(parts)} })`,
          '}',
          'show(client.session.getSync())',
          'client.session.onChange(show)',
        ],
      }
    }
    case 'reset': {
      const parts = commonParts(settings, 0)
      return {
        parts,
        mounts: ['mountResetPassword'],
        script: [
          '// The page of resetPasswordRedirectURL.',
          'const callbacks = {',
          `  onEvent: ({ type }) => type === 'AUTHENTICATE_FLOW_COMPLETE' && document.body.append('You are signed in.'),`,
          '}',
          `mountResetPassword({ client, elementId: '#reset-password', callbacks, ${names(parts)} })`,
        ],
      }
    }
    case 'passkeys':
      return gated('mountPasskeyRegistration', lookParts(settings, 0))
    case 'consent':
      return gated('mountIdentityProvider', lookParts(settings, 0))
    default:
      return settings.widget satisfies never
  }
}

const signOutLines = [
  `const signOut = document.querySelector('#sign-out')`,
  'signOut.onclick = () => client.session.revoke()',
  'let unmount',
]

/** A signed-out user signs in first. */
function gated(mount: string, parts: readonly Part[]): Script {
  const look = parts.map(([name]) => `, ${name}`).join('')
  return {
    parts: [['config', emailCodes], ...parts],
    mounts: ['mountLogin', mount],
    script: [
      ...signOutLines,
      'let isSignedIn',
      'function show(session) {',
      '  if (isSignedIn === Boolean(session)) return',
      '  isSignedIn = Boolean(session)',
      '  signOut.hidden = !session',
      '  unmount?.()',
      `  const options = { client, elementId: '#sign-in'${look} }`,
      `  unmount = session ? ${mount}(options) : mountLogin({ ...options, config })`,
      '}',
      'show(client.session.getSync())',
      'client.session.onChange(show)',
    ],
  }
}

function resetLines(settings: Settings): string[] {
  const look = lookParts(settings, 0)
    .map(([name]) => `, ${name}`)
    .join('')
  return [
    '// The other link of a password email opens this page, too.',
    `const isReset = client.parseAuthenticateUrl()?.tokenType === 'reset_password'`,
    'if (isReset) {',
    `  const callbacks = { onEvent: ({ type }) => type === 'AUTHENTICATE_FLOW_COMPLETE' && location.reload() }`,
    `  mountResetPassword({ client, elementId: '#sign-in'${look}, callbacks })`,
    '}',
  ]
}

function names(parts: readonly Part[]): string {
  return parts.map(([name]) => name).join(', ')
}
