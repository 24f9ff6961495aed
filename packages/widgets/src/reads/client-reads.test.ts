import type { World } from '@latchkey/testkit'
import { createWorld } from '@latchkey/testkit'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Read } from './cached-read.ts'
import { createBootstrapRead, createUserRead } from './client-reads.ts'

const worlds: World[] = []
async function open(): Promise<World> {
  const world = await createWorld()
  worlds.push(world)
  return world
}
afterEach(async () => {
  for (const world of worlds.splice(0)) await world.close()
})

const worldOf = ({ clock }: World) => ({ clock, isSlow: () => false })
const reached = (read: Read<unknown>, status: string) =>
  vi.waitFor(() => expect(read.getState().status).toBe(status), 20_000)
const callsTo = ({ network }: World, path: string): number =>
  network.requests.filter((request) => request.path.startsWith(`/sdk/v1${path}`)).length

describe('the bootstrap', () => {
  it('is there from the beginning, and the provider’s as soon as it answers', async () => {
    const world = await open()
    const read = createBootstrapRead(world.client, worldOf(world))
    expect(read.getState()).toEqual({ status: 'loading', value: world.client.bootstrap.getSync() })
    read.start()
    await reached(read, 'loaded')
    expect(read.getState()).toEqual({ status: 'loaded', value: await world.client.bootstrap.get() })
    expect([read.getState().value.projectName, callsTo(world, '/projects/bootstrap')]).toEqual(['World', 1])
  })

  it('that cannot be read is read again after five seconds, though the client answers from memory [W-CONST-02]', async () => {
    const world = await open()
    world.network.isDown = true
    // The client asks by itself as well: what it asked before the network went down does not count.
    const { client } = world.openBrowser()
    const read = createBootstrapRead(client, worldOf(world))
    read.start()
    await reached(read, 'failed')
    expect(read.getState()).toEqual({
      status: 'failed',
      value: client.bootstrap.getSync(),
      error: new Error('The settings cannot be read.'),
    })
    world.network.isDown = false
    await world.clock.advance(5_000)
    await reached(read, 'loaded')
    expect(read.getState().value.projectName).toBe('World')
  })
})

describe('the user', () => {
  it('is whoever the client remembers, and then whoever the provider knows', async () => {
    const world = await open()
    const { client, inbox } = world
    const { method_id } = await client.otps.email.loginOrCreate('ada@example.com')
    await client.otps.authenticate(inbox.lastCode('ada@example.com'), method_id, { session_duration_minutes: 30 })
    const read = createUserRead(client, worldOf(world))
    expect(read.getState()).toEqual({ status: 'loading', value: client.user.getSync() })
    const stop = read.start()
    read.start()
    await reached(read, 'loaded')
    expect([read.getState().value?.emails[0]?.email, callsTo(world, '/users/me')]).toEqual(['ada@example.com', 1])
    stop()
  })

  it('that is nobody is asked for once', async () => {
    const world = await open()
    const read = createUserRead(world.client, worldOf(world))
    read.start()
    await reached(read, 'failed')
    await world.clock.advance(60_000)
    expect([read.getState().value, callsTo(world, '/users/me')]).toEqual([null, 1])
  })
})
