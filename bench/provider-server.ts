// The provider as it is deployed, with one signed-in session and people who have a password.

import { benchPassword, passwordOwners } from './password-owners.ts'
import { openMeasured } from './provider.ts'

const measured = await openMeasured(process.argv[2] ?? ':memory:')
const token = await measured.signIn('bench@example.com')
const withPasswords = process.argv.includes('--passwords')
for (const email of withPasswords ? passwordOwners : []) {
  await measured.call('/passwords', { email, password: benchPassword, session_duration_minutes: 60 })
}
await measured.listen(`${measured.project.publicToken}:${token}`)
