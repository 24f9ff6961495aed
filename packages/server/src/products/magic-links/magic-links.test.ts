import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Storage } from '../../storage/storage.ts'
import { createWorld, engines, openTestStorage, tokenOf } from '../../testing/harness.ts'

describe.each(engines)('magic links on %s', (engine) => {
  let storage: Storage
  beforeAll(async () => {
    storage = await openTestStorage(engine)
  })
  afterAll(() => storage.close())

  it('signs a new person up', async () => {
    const world = await createWorld(storage)
    const sent = await world.call('POST', '/magic_links/email/login_or_create', { email: 'ada@example.com' })
    expect(sent.text).toBe('')
    const token = tokenOf(await world.lastMessage('ada@example.com'))
    const done = await world.call('POST', '/magic_links/authenticate', { token, session_duration_minutes: 30 })
    console.log(done.text, world.logs.join(''))
  })
})
