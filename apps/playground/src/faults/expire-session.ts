import type { Client } from '@latchkey/client'
import { adminEndpoints } from '@latchkey/contract/admin'
import type { DevAdmin } from '../admin/dev-admin.ts'

/** Ends a session at the provider only, then lets the client call it: the page learns that the session has ended. */
export async function expireSession(admin: DevAdmin, client: Client, session_id: string): Promise<void> {
  await admin.call(adminEndpoints.adminSessionsRevoke, { request: { session_id } })
  await client.session.authenticate().catch(() => undefined)
}
