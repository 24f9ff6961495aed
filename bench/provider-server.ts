// A provider with production settings and one session; with accounts that have a password (`--passwords`), with a client
// application (`--application`), with a strict project (`--strict`), or with traces of a share of the requests
// (`--traces=0.01`).

import { application } from '../e2e/fixtures/client-application.ts'
import { discardTraces } from './discarded-traces.ts'
import { existingAccounts } from './enumeration-fixtures.ts'
import { benchPassword, passwordAccounts } from './password-accounts.ts'
import { openMeasured } from './provider.ts'

const isStrict = process.argv.includes('--strict')
const pages = ['http://localhost:3000/authenticate']
const traces = process.argv.find((argument) => argument.startsWith('--traces='))
const measured = await openMeasured(
  process.argv[2] ?? ':memory:',
  {},
  isStrict
    ? {
        settings: {
          enumeration: 'strict',
          redirectUrls: { login: pages, signup: pages, reset_password: pages, logout: [] },
          pkceRequired: { emailMagicLinks: false, passwordResets: false, oauth: false, sso: false },
        },
      }
    : {},
  traces === undefined ? undefined : discardTraces(Number(traces.slice('--traces='.length))),
)
const token = await measured.signIn('bench@example.com')
const withPasswords = process.argv.includes('--passwords')
for (const email of withPasswords ? passwordAccounts : []) {
  await measured.call('/passwords', { email, password: benchPassword, session_duration_minutes: 60 })
}
for (const email of isStrict ? existingAccounts : []) {
  const session = `${measured.project.publicToken}:${await measured.signIn(email)}`
  await measured.send('/sdk/v1/passwords/session/reset', session, { password: benchPassword })
}
const credentials = isStrict
  ? `${measured.project.publicToken}:${measured.project.publicToken}`
  : `${measured.project.publicToken}:${token}`
if (process.argv.includes('--application')) {
  const { oauth_client, client_secret } = (await measured.send('/v1/oauth_clients', await measured.secretKey(), {
    client_type: 'third_party',
    client_name: 'Application',
    redirect_uris: [application.redirectUri],
  })) as { oauth_client: { client_id: string }; client_secret: string }
  const client = { id: oauth_client.client_id, secret: client_secret }
  await measured.listen(JSON.stringify({ client, session: credentials, project: measured.project.id }))
} else {
  await measured.listen(credentials)
}
