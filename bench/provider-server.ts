// The provider as it is deployed, with one signed-in session and the limits raised (never bypassed) for the load.
import {
  createProject,
  createProvider,
  createVault,
  type Delivery,
  type Message,
  openSqlite,
  type Provider,
} from '@latchkey/server'
import { createClock, createRandom, serve } from '@latchkey/server/node'

const clock = createClock()
const random = createRandom()
const masterKeys = [{ id: 'bench', key: random.bytes(32) }] as const
const storage = await openSqlite({ path: process.argv[2] ?? ':memory:' })
const raised = { limit: 100_000_000, windowMs: 60_000 }
const project = await createProject(
  storage,
  { clock, random, vault: createVault(masterKeys, random) },
  {
    name: 'Bench',
    environment: 'test',
    vertical: 'CONSUMER',
    baseUrl: 'http://localhost:4999',
    settings: { authorizedOrigins: ['http://localhost:3000'] },
  },
)

let lastMessage: Message | undefined
const delivery: Delivery = {
  async send(message) {
    lastMessage = message
  },
}
const provider = createProvider({
  config: {
    baseUrl: 'http://localhost:4999',
    masterKeys,
    trustProxy: 0,
    mode: 'production',
    limits: { requests_per_ip: raised, refreshes_per_session: raised },
  },
  storage,
  delivery,
  clock,
  random,
})

async function call(from: Provider, path: string, body: object): Promise<Record<string, unknown>> {
  const response = await from.fetch(
    new Request(`http://localhost:4999/sdk/v1${path}`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(`${project.publicToken}:${project.publicToken}`).toString('base64')}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify(body),
    }),
    { peerAddress: '127.0.0.1' },
  )
  const json = (await response.json()) as { data?: Record<string, unknown> }
  if (!json.data) throw new Error(`${path} was refused: ${JSON.stringify(json)}`)
  return json.data
}

const email = 'bench@example.com'
const { method_id } = await call(provider, '/otps/email/login_or_create', { email })
await provider.outbox.drain()
const token = lastMessage?.codes[0]
const { session_token } = await call(provider, '/otps/authenticate', { token, method_id, session_duration_minutes: 60 })

const running = await serve(provider, { port: 0, hostname: '127.0.0.1' })
console.log(`listening ${running.port} ${project.publicToken}:${String(session_token)}`)
process.on('SIGTERM', () => {
  void running
    .close()
    .then(() => storage.close())
    .then(() => process.exit(0))
})
