// The page of a host application: creates a client with the options in its URL and exposes it to the test.
import { type Client, type ClientOptions, createClient } from '@latchkey/client'
import { type B2bClient, createB2bClient, createMembers } from '@latchkey/client/b2b'
import { base58 } from './base58.ts'

export interface HostPage {
  client: Client
  /** The email address of the user, or null, at each change. */
  states: (string | null)[]
  createClient: typeof createClient
  createMembers: typeof createMembers
  createB2bClient: typeof createB2bClient
  /** The business client that a test has created on this page. */
  business?: B2bClient
  base58: typeof base58
}

const query = new URLSearchParams(location.search)
const options: ClientOptions = JSON.parse(query.get('options') ?? '{}')
const states: HostPage['states'] = []

const client = createClient(query.get('public_token') ?? '', {
  ...options,
  callbacks: { onStateChange: ({ user }) => states.push(user?.emails[0]?.email ?? null) },
})

Object.assign(globalThis, {
  host: { client, states, createClient, createMembers, createB2bClient, base58 } satisfies HostPage,
})
