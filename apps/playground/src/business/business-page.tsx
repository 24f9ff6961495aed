import type { ReactElement } from 'react'
import type { DevAdmin } from '../admin/dev-admin.ts'
import { InboxPanel } from '../inbox/inbox-panel.tsx'
import { useInbox } from '../inbox/use-inbox.ts'
import { TopBar } from '../top-bar.tsx'
import { OrganizationPanel } from './organization-panel.tsx'
import { OrganizationsPanel } from './organizations-panel.tsx'
import { useOrganizations } from './use-organizations.ts'

/** The business project of the development provider: its organizations, one of them in detail, and the inbox. */
export function BusinessPage({ admin }: { readonly admin: DevAdmin }): ReactElement {
  const organizations = useOrganizations(admin)
  return (
    <>
      <TopBar title="Business projects" />
      <main className="shell business-shell">
        <h1 className="out-of-sight">Organizations of the business project</h1>
        <OrganizationsPanel organizations={organizations} />
        <OrganizationPanel organizations={organizations} />
        <InboxPanel inbox={useInbox()} />
      </main>
    </>
  )
}
