import type { B2bClient } from '@latchkey/client/b2b'
import { LatchkeyB2bProvider } from '@latchkey/react/b2b'
import type { ReactElement } from 'react'
import type { DevAdmin } from '../admin/dev-admin.ts'
import { InboxPanel } from '../inbox/inbox-panel.tsx'
import { useInbox } from '../inbox/use-inbox.ts'
import { TopBar } from '../top-bar.tsx'
import { useColleagues } from './colleagues.tsx'
import { MemberPanel } from './member-panel.tsx'
import { OrganizationPanel } from './organization-panel.tsx'
import { OrganizationsPanel } from './organizations-panel.tsx'
import { useConnections } from './sso/use-connections.ts'
import { useMemberSignIn } from './use-member-sign-in.ts'
import { useOrganizations } from './use-organizations.ts'
import { useSecondFactors } from './use-second-factors.ts'

export interface BusinessPageProps {
  readonly client: B2bClient
  readonly admin: DevAdmin
}

/** The business project of the development provider: an application of its members, the operator's view, the inbox. */
export function BusinessPage({ client, admin }: BusinessPageProps): ReactElement {
  const signIn = useMemberSignIn(client)
  const organizations = useOrganizations(admin, signIn.state.organization?.organization_id)
  return (
    <LatchkeyB2bProvider client={client}>
      <TopBar title="Business projects" />
      <main className="shell business-shell">
        <h1 className="out-of-sight">Business projects</h1>
        <MemberPanel
          signIn={signIn}
          factors={useSecondFactors(client, signIn)}
          colleagues={useColleagues(client, signIn)}
          connections={useConnections(client, admin, signIn)}
          organizations={organizations.list ?? []}
        />
        <OrganizationsPanel organizations={organizations} />
        <OrganizationPanel organizations={organizations} />
        <InboxPanel inbox={useInbox()} />
      </main>
    </LatchkeyB2bProvider>
  )
}
