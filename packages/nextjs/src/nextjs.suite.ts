import type { BackendFetch } from '@latchkey/backend'
import { createTestkit, type Testkit, type TestkitOptions } from '@latchkey/testkit'
import { afterEach } from 'vitest'
import { createSettings, type Settings } from './settings.ts'

export const minute = 60_000

const kits: Testkit[] = []
afterEach(async () => {
  for (const kit of kits.splice(0)) await kit.close()
})

export interface Setup {
  readonly kit: Testkit
  readonly settings: Settings
  /** The paths of the requests to the provider. */
  readonly requests: string[]
  /** Replaces the connection to the provider. */
  connection: BackendFetch
  /** Signs a user in and returns the cookies of the browser. */
  signIn(email: string): Promise<{ userId: string; cookie: string; jwt: string }>
}

/** A provider, and the settings of an application that uses it. */
export async function setUp(env: Record<string, string> = {}, options: TestkitOptions = {}): Promise<Setup> {
  const kit = await createTestkit(options)
  kits.push(kit)
  const requests: string[] = []
  const setup: Setup = {
    ...{ kit, requests },
    settings: createSettings(
      {
        NEXT_PUBLIC_LATCHKEY_URL: 'https://auth.example.com',
        NEXT_PUBLIC_LATCHKEY_PUBLIC_TOKEN: kit.project.publicToken,
        LATCHKEY_PROJECT_ID: kit.project.id,
        ...env,
      },
      (url, init) => {
        requests.push(new URL(url).pathname)
        return setup.connection(url, init)
      },
      kit.clock.now,
    ),
    connection: (url, init) => kit.provider.fetch(new Request(url, init), { peerAddress: '203.0.113.9' }),
    async signIn(email) {
      const { tab, client } = kit.openBrowser()
      const { method_id } = await client.otps.email.loginOrCreate(email)
      await client.otps.authenticate(kit.inbox.lastCode(email), method_id, { session_duration_minutes: 30 })
      const { session_jwt: jwt = '' } = client.session.getTokens() ?? {}
      const { cookie } = tab.platform.document
      client.dispose()
      return { userId: client.user.getSync()?.user_id ?? '', cookie, jwt }
    },
  }
  return setup
}
