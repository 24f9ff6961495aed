import { settle } from '@latchkey/client/testing'
import { describe, expect, it } from 'vitest'
import { bootstrapPath, createProvider } from '../signed-in-tab.suite.ts'
import { createBootstrapRead } from './bootstrap-read.ts'

describe('the bootstrap', () => {
  it('is there from the beginning, and the provider’s as soon as it answers', async () => {
    const provider = createProvider()
    provider.answers[bootstrapPath] = { project_name: 'World' }
    const client = provider.open()
    const read = createBootstrapRead(client)
    expect(read.getState()).toEqual({ status: 'loading', value: client.bootstrap.getSync() })
    read.start()
    await settle()
    expect(read.getState()).toEqual({ status: 'loaded', value: await client.bootstrap.get() })
    expect(read.getState().value.projectName).toBe('World')
  })

  it('that cannot be read is read again after five seconds, though the client answers from memory [W-CONST-02]', async () => {
    const provider = createProvider()
    provider.answers[bootstrapPath] = new Error('offline')
    const client = provider.open()
    const read = createBootstrapRead(client)
    read.start()
    await settle()
    expect(read.getState()).toEqual({
      status: 'failed',
      value: client.bootstrap.getSync(),
      error: expect.objectContaining({ name: 'UnreachableError' }),
    })
    provider.answers[bootstrapPath] = { project_name: 'World' }
    await provider.clock.advance(4_999)
    expect(read.getState().status).toBe('failed')
    await provider.clock.advance(1)
    expect([read.getState().status, read.getState().value.projectName]).toEqual(['loaded', 'World'])
  })

  it('of a public token that nobody knows is not read again', async () => {
    const provider = createProvider()
    const refusal = { status_code: 400, error_type: 'invalid_public_token', error_message: 'Unknown.', request_id: 'r' }
    provider.answers[bootstrapPath] = Response.json(refusal, { status: 400 })
    const client = provider.open()
    const read = createBootstrapRead(client)
    read.start()
    await settle()
    expect(read.getState()).toEqual({
      status: 'failed',
      value: client.bootstrap.getSync(),
      error: expect.objectContaining({ name: 'ApiError', error_type: 'invalid_public_token' }),
    })
    provider.answers[bootstrapPath] = { project_name: 'World' }
    await provider.clock.advance(60_000)
    expect(read.getState().status).toBe('failed')
  })
})
