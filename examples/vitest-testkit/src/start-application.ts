import { createBackend } from '@latchkey/backend'
import { createTestkit, type Testkit } from '@latchkey/testkit'
import { onTestFinished } from 'vitest'
import { createNotesApplication } from './notes-application.ts'

export interface Started {
  kit: Testkit
  /** Calls the application as its page does: with the JWT of the client. */
  call(method: 'GET' | 'POST', text?: string): Promise<{ status: number; notes?: string[] }>
}

/** The application, with a provider of its own. Both end with the test. */
export async function startApplication(): Promise<Started> {
  const kit = await createTestkit({ settings: { rbacPolicy } })
  onTestFinished(() => kit.close())
  const application = createNotesApplication(
    createBackend({
      baseUrl: 'https://auth.example.com',
      projectId: kit.project.id,
      publicToken: kit.project.publicToken,
      // Instead of the network and of the system clock.
      fetch: (url, init) => kit.provider.fetch(new Request(url, init), { peerAddress: '203.0.113.1' }),
      now: kit.clock.now,
    }),
  )
  return {
    kit,
    async call(method, text) {
      const authorization = `Bearer ${kit.client.session.getTokens()?.session_jwt}`
      const init = { method, headers: { authorization }, ...(text === undefined ? {} : { body: text }) }
      const response = await application(new Request('https://app.example.com/api/notes', init))
      return { status: response.status, ...(await response.json()) }
    },
  }
}

const rbacPolicy = {
  roles: [
    {
      role_id: 'latchkey_user',
      description: 'All users',
      permissions: [{ resource_id: 'notes', actions: ['write'] }],
    },
  ],
  resources: [{ resource_id: 'notes', description: 'Notes', actions: ['write'] }],
  scopes: [],
}
