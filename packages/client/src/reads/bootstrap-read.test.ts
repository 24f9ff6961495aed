import { describe, expect, it, vi } from 'vitest'
import { clientInternals } from '../context/client-internals.ts'
import { settle } from '../platform/memory-clock.ts'
import { createTestSetup, fail, makeBootstrap, publicToken } from '../test-setup.suite.ts'
import { createBootstrapRead, watchBootstrap } from './bootstrap-read.ts'

const path = `/projects/bootstrap/${publicToken}`
const settings = { data: makeBootstrap({ project_name: 'Tea House' }) }

describe('createBootstrapRead', () => {
  it('returns the stored settings first and those of the provider after the response', async () => {
    const setup = createTestSetup()
    setup.script.on(path, settings)
    const { client } = setup.open()
    const read = createBootstrapRead(client)
    expect(read.getState()).toEqual({ status: 'loading', value: client.bootstrap.getSync() })
    read.start()
    await settle()
    expect(read.getState()).toEqual({ status: 'loaded', value: await client.bootstrap.get() })
    expect(read.getState().value.projectName).toBe('Tea House')
  })

  it('retries after five seconds, although the client returns its defaults [W-CONST-02]', async () => {
    const setup = createTestSetup()
    setup.script.on(path, new Error('offline'))
    const { client } = setup.open()
    const read = createBootstrapRead(client)
    read.start()
    await settle()
    expect(read.getState()).toEqual({
      status: 'failed',
      value: client.bootstrap.getSync(),
      error: expect.objectContaining({ name: 'UnreachableError' }),
    })
    setup.script.on(path, settings)
    await setup.clock.advance(4_999)
    expect(read.getState().status).toBe('failed')
    await setup.clock.advance(1)
    expect([read.getState().status, read.getState().value.projectName]).toEqual(['loaded', 'Tea House'])
  })

  it('retries after ten seconds on a slow network [W-CONST-03]', async () => {
    const setup = createTestSetup()
    setup.script.on(path, new Error('offline'))
    const { client, tab } = setup.open()
    Object.assign(tab.platform.navigator, { connection: { effectiveType: '2g' } })
    const read = createBootstrapRead(client)
    read.start()
    await settle()
    setup.script.on(path, settings)
    await setup.clock.advance(9_999)
    expect(read.getState().status).toBe('failed')
    await setup.clock.advance(1)
    expect(read.getState().status).toBe('loaded')
  })

  it('does not retry after invalid_public_token', async () => {
    const setup = createTestSetup()
    setup.script.on(path, fail('invalid_public_token'))
    const { client } = setup.open()
    const read = createBootstrapRead(client)
    read.start()
    await settle()
    expect(read.getState()).toEqual({
      status: 'failed',
      value: client.bootstrap.getSync(),
      error: expect.objectContaining({ name: 'ApiError', error_type: 'invalid_public_token' }),
    })
    setup.script.on(path, settings)
    await setup.clock.advance(60_000)
    expect(read.getState().status).toBe('failed')
  })
})

describe('watchBootstrap', () => {
  it('calls back after each read, and retries until it is stopped', async () => {
    const setup = createTestSetup()
    setup.script.on(path, new Error('offline'))
    const { client } = setup.open()
    const notify = vi.fn()
    const stop = watchBootstrap(clientInternals(client), notify)
    await settle()
    await setup.clock.advance(5_000)
    expect([notify.mock.calls.length, setup.script.to(path).length]).toEqual([2, 2])
    stop()
    await setup.clock.advance(60_000)
    expect([notify.mock.calls.length, setup.script.to(path).length]).toEqual([2, 2])
  })
})
