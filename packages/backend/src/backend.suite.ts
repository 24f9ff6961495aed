import type { Client } from '@latchkey/client'
import { createAdministration, createVault } from '@latchkey/server'
import { createRandom } from '@latchkey/server/node'
import { createTestkit, type Testkit, type TestkitOptions } from '@latchkey/testkit'
import { afterEach } from 'vitest'
import { type AdminApi, createAdmin } from './admin.ts'
import { type Backend, type BackendFetch, type BackendOptions, createBackend } from './index.ts'

export const baseUrl = 'https://auth.example.com'
export const minute = 60_000

export interface User {
  readonly userId: string
  readonly token: string
  readonly jwt: string
  /** The `Cookie` header of the browser. */
  readonly cookie: string
}

/** A provider, a backend that calls it, and a user who is signed in. */
export interface Setup {
  readonly kit: Testkit
  readonly backend: Backend
  readonly user: User
  /** The paths of the requests of the backend. */
  readonly requests: string[]
  /** Replaces the connection to the provider. */
  connection: BackendFetch
  readonly fetch: BackendFetch
  create(options?: Partial<BackendOptions>): Backend
  signIn(email: string): Promise<User>
  /** The client of the admin API, with a new secret key. */
  admin(): Promise<AdminApi>
}

const kits: Testkit[] = []
afterEach(async () => {
  for (const kit of kits.splice(0)) await kit.close()
})

export const bearer = (jwt: string): Headers => new Headers({ authorization: `Bearer ${jwt}` })
export const cookies = (...all: string[]): Headers => new Headers({ cookie: all.join('; ') })

export async function setUp(options: TestkitOptions = {}): Promise<Setup> {
  const kit = await createTestkit(options)
  kits.push(kit)
  const requests: string[] = []
  const { id: projectId, publicToken } = kit.project
  const fetch: BackendFetch = (url, init) => {
    requests.push(new URL(url).pathname)
    return setup.connection(url, init)
  }
  const create = (changes: Partial<BackendOptions> = {}): Backend =>
    createBackend({ baseUrl, projectId, publicToken, fetch, now: kit.clock.now, ...changes })
  const signIn = async (email: string): Promise<User> => {
    const { tab, client } = kit.openBrowser()
    await signInByCode(kit, client, email)
    const { session_token: token = '', session_jwt: jwt = '' } = client.session.getTokens() ?? {}
    const cookie = tab.platform.document.cookie
    client.dispose()
    return { userId: client.user.getSync()?.user_id ?? '', token, jwt, cookie }
  }
  const setup: Setup = {
    ...{ kit, requests, fetch, create, signIn },
    connection: (url, init) => kit.provider.fetch(new Request(url, init), { peerAddress: '203.0.113.9' }),
    backend: create(),
    user: await signIn('ada@example.com'),
    async admin() {
      return createAdmin({ baseUrl, projectId, secretKey: await createSecretKey(kit), fetch })
    },
  }
  return setup
}

async function signInByCode(kit: Testkit, client: Client, email: string): Promise<void> {
  const { method_id } = await client.otps.email.loginOrCreate(email)
  await client.otps.authenticate(kit.inbox.lastCode(email), method_id, { session_duration_minutes: 30 })
}

export async function createSecretKey({ storage, clock, project }: Testkit): Promise<string> {
  const random = createRandom()
  const vault = createVault([{ id: 'own', key: random.bytes(32) }], random)
  const administration = createAdministration({ storage, vault, clock, random, baseUrl }, { operator: 'tests' })
  return (await administration.createSecretKey(project, 'Backend')).secret
}
