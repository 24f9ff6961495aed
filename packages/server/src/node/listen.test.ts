import { Agent, request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { type Listener, type ListenOptions, listen, type PeerHandler } from './listen.ts'

const open: Listener[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map((listener) => listener.close()))
})

async function start(handler: PeerHandler, options: Partial<ListenOptions> = {}): Promise<Listener> {
  const listener = await listen(handler, { port: 0, hostname: '127.0.0.1', ...options })
  open.push(listener)
  return listener
}

/** Writes raw bytes and resolves to everything that comes back before the end. */
function speak(port: number, text: string): Promise<string> {
  return new Promise((resolve) => {
    let heard = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(text))
    socket.on('data', (chunk) => {
      heard += chunk
    })
    socket.on('error', () => {})
    socket.on('close', () => resolve(heard))
  })
}

const statusOf = (answer: string) => answer.split('\r\n')[0]

describe('listen', () => {
  it('passes the peer address with the request', async () => {
    const { port } = await start(async (request, { peerAddress }) =>
      Response.json([request.method, new URL(request.url).pathname, await request.text(), peerAddress]),
    )
    const response = await fetch(`http://127.0.0.1:${port}/a?b=c`, { method: 'POST', body: 'hello' })
    expect(await response.json()).toEqual(['POST', '/a', 'hello', '127.0.0.1'])
  })

  it('rejects when the port is taken', async () => {
    const { port } = await start(async () => new Response())
    await expect(start(async () => new Response(), { port })).rejects.toMatchObject({ code: 'EADDRINUSE' })
  })

  it('aborts a body that does not arrive in time', async () => {
    const { port } = await start(async (request) => new Response(await request.text().catch(() => 'cut')), {
      requestTimeoutMs: 200,
    })
    const answer = await speak(port, 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nslow')
    expect(statusOf(answer)).toBe('HTTP/1.1 408 Request Timeout')
  })

  it('aborts headers that do not arrive in time', async () => {
    const { port } = await start(async () => new Response(), { requestTimeoutMs: 200 })
    expect(statusOf(await speak(port, 'GET / HTTP/1.1\r\nHost: x\r\nX-Slow:'))).toBe('HTTP/1.1 408 Request Timeout')
  })

  it('rejects headers above 16 kB', async () => {
    const { port } = await start(async () => new Response())
    const answer = await speak(port, `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'a'.repeat(17_000)}\r\n\r\n`)
    expect(statusOf(answer)).toBe('HTTP/1.1 431 Request Header Fields Too Large')
  })

  it('responds to an invalid host with 400, and continues', async () => {
    const { port } = await start(async () => new Response('fine'))
    const answer = await speak(port, 'GET / HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n')
    expect(statusOf(answer)).toBe('HTTP/1.1 400 Bad Request')
    expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe('fine')
  })

  it('responds to an error of the handler with 500, reports it, and continues', async () => {
    const reported: unknown[] = []
    const failure = new Error('broken page')
    const { port } = await start(
      async ({ url }) => {
        if (new URL(url).pathname === '/broken') throw failure
        return new Response('fine')
      },
      { onError: (error) => reported.push(error) },
    )
    const response = await fetch(`http://127.0.0.1:${port}/broken`)
    expect([response.status, await response.json()]).toEqual([
      500,
      { status_code: 500, error_type: 'internal_error', error_message: 'Something went wrong. Please try again.' },
    ])
    expect(reported).toEqual([failure])
    expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe('fine')
  })

  it('ignores an unknown expectation', async () => {
    const { port } = await start(async () => new Response('ours'))
    const heard = await speak(port, 'GET / HTTP/1.1\r\nHost: a\r\nExpect: *\r\nConnection: close\r\n\r\n')
    expect([statusOf(heard), heard.endsWith('ours')]).toEqual(['HTTP/1.1 200 OK', true])
  })

  it('lets running requests finish on close, and accepts no new ones', async () => {
    let arrived = () => {}
    let release = () => {}
    const isRunning = new Promise<void>((resolve) => {
      arrived = resolve
    })
    const gate = new Promise<void>((resolve) => {
      release = resolve
    })
    const listener = await start(async () => {
      arrived()
      await gate
      return new Response('whole')
    })
    const agent = new Agent({ keepAlive: true })
    const answered = new Promise<string>((resolve, reject) => {
      httpRequest({ port: listener.port, host: '127.0.0.1', agent }, (response) => {
        response.on('data', (chunk) => resolve(`${chunk} ${response.headers.connection}`))
      })
        .on('error', reject)
        .end()
    })
    await isRunning
    const closed = listener.close()
    await expect(fetch(`http://127.0.0.1:${listener.port}/`)).rejects.toThrow('fetch failed')
    release()
    expect(await answered).toBe('whole close')
    await closed
    agent.destroy()
  })

  it('closes connections that do not finish within the drain time', async () => {
    let arrived = () => {}
    const isRunning = new Promise<void>((resolve) => {
      arrived = resolve
    })
    const listener = await start(
      () => {
        arrived()
        return new Promise(() => {})
      },
      { drainMs: 50 },
    )
    const hanging = speak(listener.port, 'GET / HTTP/1.1\r\nHost: x\r\n\r\n')
    await isRunning
    await listener.close()
    expect(await hanging).toBe('')
  })
})
