import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createIdpHarness } from '../oidc-provider/oidc-provider.suite.ts'
import type { Storage } from '../storage/storage.ts'
import { openTestStorage } from '../testing/harness.ts'
import { reachThisMachine } from './this-machine.ts'

let application: Server
let port: number
const received: string[] = []

beforeAll(async () => {
  application = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    received.push(`${request.method} ${request.url} ${body}`)
    response.end()
  })
  await new Promise<void>((resolve) => application.listen(0, '127.0.0.1', resolve))
  port = (application.address() as AddressInfo).port
})
afterAll(() => new Promise((resolve) => application.close(resolve)))

describe('a development provider', () => {
  it('reaches this machine by its two names, and everything else through the normal fetch', async () => {
    const outsideRequests: string[] = []
    const reach = reachThisMachine(async (address) => {
      outsideRequests.push(String(address))
      return new Response(null, { status: 204 })
    })
    const here = [`http://localhost:${port}/a`, `http://127.0.0.1:${port}/b`]
    const elsewhere = [
      `https://localhost:${port}/`,
      'http://[::1]/',
      'http://169.254.169.254/',
      'http://localhost.example.com/',
      'http://localhost@example.com/',
      'https://rp.example.net/',
      'nonsense',
    ]
    for (const address of [...here, ...elsewhere]) await reach(address)
    expect([received.splice(0), outsideRequests]).toEqual([['GET /a ', 'GET /b '], elsewhere])
  })

  describe('when a session ends', () => {
    let storage: Storage
    beforeAll(async () => {
      storage = await openTestStorage('sqlite')
    })
    afterAll(() => storage.close())

    /** Signs in to a client application on this machine, then signs out of the project. */
    async function logOut(outbound?: typeof reachThisMachine): Promise<string> {
      const harness = await createIdpHarness(storage, outbound ? { outbound } : {})
      const client = await harness.newClient({ backchannel_logout_uri: `http://localhost:${port}/backchannel` })
      const ada = await harness.signIn('ada@example.com')
      expect((await harness.signInto(client, ada.token)).status).toBe(200)
      await harness.call('POST', '/sessions/revoke', undefined, { session: ada.token })
      await harness.provider.outbox.drain()
      return ada.sessionId
    }

    it('sends a logout to a client application on this machine only in development', async () => {
      await logOut()
      expect(received).toEqual([])
      const sessionId = await logOut(reachThisMachine)
      expect(received).toEqual([expect.stringMatching(/^POST \/backchannel logout_token=/)])
      expect(decodeJwt(received[0]?.split('=')[1] ?? '')).toMatchObject({ sid: sessionId })
    })
  })
})
