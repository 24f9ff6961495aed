import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { startReverseProxy } from './reverse-proxy.ts'

it('does not forward keep-alive headers of the providers, because callers would lose requests', async () => {
  const behind = createServer({ keepAliveTimeout: 65_000 }, (_request, response) => response.end('{}'))
  await new Promise<void>((resolve) => behind.listen(0, '127.0.0.1', resolve))
  const { port } = behind.address() as AddressInfo
  const proxy = await startReverseProxy()
  proxy.use([port])
  const ask = async (at: number) => (await fetch(`http://127.0.0.1:${at}/`)).headers.get('keep-alive')
  expect([await ask(port), await ask(proxy.port)]).toEqual(['timeout=65', null])
  await proxy.close()
  behind.closeAllConnections()
  await new Promise((resolve) => behind.close(resolve))
})

it('checks readiness one at a time, so that a slow response cannot overwrite a newer one', async () => {
  const asked = { now: 0, most: 0, times: 0 }
  const slow = createServer((_request, response) => {
    asked.now += 1
    asked.times += 1
    asked.most = Math.max(asked.most, asked.now)
    setTimeout(() => {
      asked.now -= 1
      response.end('{}')
    }, 200)
  })
  await new Promise<void>((resolve) => slow.listen(0, '127.0.0.1', resolve))
  const proxy = await startReverseProxy()
  proxy.use([(slow.address() as AddressInfo).port])
  while (asked.times < 3) await new Promise((resolve) => setTimeout(resolve, 10))
  expect(asked.most).toBe(1)
  await proxy.close()
  slow.closeAllConnections()
  await new Promise((resolve) => slow.close(resolve))
})

it('tries all providers before it gives up, with any number of concurrent requests', async () => {
  const behind = createServer((_request, response) => response.end('{}'))
  await new Promise<void>((resolve) => behind.listen(0, '127.0.0.1', resolve))
  const closedServer = createServer()
  await new Promise<void>((resolve) => closedServer.listen(0, '127.0.0.1', resolve))
  const { port: gone } = closedServer.address() as AddressInfo
  await new Promise((resolve) => closedServer.close(resolve))
  const proxy = await startReverseProxy()
  const { port } = behind.address() as AddressInfo
  for (let round = 0; round < 10; round += 1) {
    // Before the first readiness check.
    proxy.use([gone, port])
    const ask = async () => (await fetch(`http://127.0.0.1:${proxy.port}/`)).status
    const statuses = await Promise.all(Array.from({ length: 20 }, ask))
    expect(new Set(statuses)).toEqual(new Set([200]))
  }
  await proxy.close()
  behind.closeAllConnections()
  await new Promise((resolve) => behind.close(resolve))
})
