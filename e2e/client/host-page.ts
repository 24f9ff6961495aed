// The page of a host application: it makes the client its address asks for and keeps it where a test finds it.
import { type Client, type ClientOptions, createClient } from '@latchkey/client'

export interface HostPage {
  client: Client
  /** E-mail address of the user, or null, at each change. */
  states: (string | null)[]
  createClient: typeof createClient
}

const query = new URLSearchParams(location.search)
const options: ClientOptions = JSON.parse(query.get('options') ?? '{}')
const states: HostPage['states'] = []

const client = createClient(query.get('public_token') ?? '', {
  ...options,
  callbacks: { onStateChange: ({ user }) => states.push(user?.emails[0]?.email ?? null) },
})

Object.assign(globalThis, { host: { client, states, createClient } satisfies HostPage })
