import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { startReverseProxy } from './reverse-proxy.ts'

it('promises nothing in the name of those behind it: a caller who relies on their patience would lose calls', async () => {
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
