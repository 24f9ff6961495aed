// A business project with production settings; a person is a member of one organization, another one of many.
import { membershipCounts } from './business-fixtures.ts'
import { openMeasured } from './provider.ts'

// In a test project, discovery also reads the organizations in which the address has no member.
const project = { vertical: 'B2B', environment: 'live', settings: { createOrganizationEnabled: true } } as const
const measured = await openMeasured(process.argv[2] ?? ':memory:', {}, project)
const sessions: Record<string, string> = {}
for (const [person, memberships] of Object.entries(membershipCounts)) {
  for (let count = 0; count < memberships; count += 1) {
    const token = await measured.createOrganization(`${person}@example.com`)
    sessions[person] = `${measured.project.publicToken}:${token}`
  }
}
await measured.listen(JSON.stringify(sessions))
