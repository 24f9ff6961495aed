// The pages of `@latchkey/contract`, which has too many exports for one: by the file that declares an export.

/** Files of `packages/contract/src` by the topic of their page, in the order of the overview. */
const topics: Readonly<Record<string, readonly string[]>> = {
  'Users and sessions': ['core/entities', 'api/sessions', 'api/users', 'api/impersonation'],
  Errors: ['core/errors', 'core/sdk-errors'],
  'Roles and permissions': ['core/rbac', 'core/all-permissions'],
  'Magic links': ['api/magic-links'],
  Passcodes: ['api/otps'],
  Passwords: ['api/passwords', 'core/password-strength'],
  OAuth: ['core/oauth-providers', 'core/identity-provider-names', 'core/oauth-start-path', 'api/oauth'],
  Passkeys: ['api/webauthn'],
  'Authenticator apps': ['api/totps'],
  Wallets: ['api/crypto-wallets'],
  'Identity provider': ['core/idp', 'api/idp'],
  'Settings of a project': ['api/bootstrap', 'core/products'],
  'Bot protection and telemetry': ['api/protection', 'core/captcha-bounds', 'api/events'],
  'Requests and endpoints': ['core/endpoint', 'api/frame'],
  'Constants of screens': ['core/screen-constants'],
  'Names, constants and limits': ['core/brand', 'core/constants', 'core/limits'],
}

/** All topics, in the order of the overview. */
export const contractTopics: readonly string[] = Object.keys(topics)

/** The topic of a file of the repository. Throws if the table misses it. */
export function contractTopicOf(file: string): string {
  const path = file.replace('packages/contract/src/', '').replace(/\.ts$/, '')
  const found = contractTopics.find((topic) => topics[topic]?.includes(path))
  if (found === undefined) throw new Error(`tools/docs/contract-topics.ts has no topic for ${file}`)
  return found
}
