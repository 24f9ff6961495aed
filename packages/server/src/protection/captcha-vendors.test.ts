import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createOutboundFetch } from '../outbound/outbound-fetch.ts'
import { createHarness, type Harness, openTestStorage } from '../testing/harness.ts'
import { captchaSecretContext } from './captcha.ts'
import type { CaptchaVendor } from './captcha-vendors.ts'

const vendors: readonly CaptchaVendor[] = ['turnstile', 'hcaptcha', 'recaptcha']

describe.each(vendors)('%s, by a real server', (vendor) => {
  let answer: { status: number; body: string } = { status: 200, body: '{"success":true}' }
  const requests: { url: string | undefined; form: object }[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += String(chunk)
    requests.push({ url: request.url, form: Object.fromEntries(new URLSearchParams(body)) })
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body)
  })
  let harness: Harness
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/siteverify`
    const storage = await openTestStorage('sqlite')
    const outbound = createOutboundFetch({ allowHttp: true, isAllowed: () => true, timeoutMs: 1_000 })
    harness = await createHarness(storage, { outbound: () => outbound, config: { captchaUrls: { [vendor]: url } } })
    const { project, vault } = harness
    const secretSealed = vault.seal('the secret', captchaSecretContext(project.id))
    const captcha = { enabled: true, provider: vendor, siteKey: 'site', secretSealed } as const
    await storage.projects.updateSettings(project.id, project.revision, {
      ...project.settings,
      ...{
        captcha,
        limits: {
          searches_per_ip: { limit: 1e6, windowMs: 1_000 },
          searches_per_identifier: { limit: 1e6, windowMs: 1_000 },
        },
      },
    })
  })
  afterAll(async () => {
    await harness.storage.close()
    await new Promise<void>((resolve) => server.close(() => resolve()))
  })

  const search = async (captcha_token?: string) =>
    (await harness.call('POST', '/users/search', { email: 'a@b.co', captcha_token })).outcome

  it('gets the project’s secret and the token, and decides', async () => {
    answer = { status: 200, body: '{"success":true,"action":"LOGIN","score":0.9}' }
    expect([await search(), await search('token-1')]).toEqual(['Captcha required', '200'])
    expect(requests).toEqual([{ url: '/siteverify', form: { secret: 'the secret', response: 'token-1' } }])
    answer = { status: 200, body: '{"success":false,"error-codes":["timeout-or-duplicate"]}' }
    expect(await search('token-1')).toBe('Captcha required')
    answer = { status: 200, body: '{"success":true,"action":"OTHER"}' }
    expect(await search('token-2')).toBe('Captcha required')
  })

  it('rejects a low score if the vendor reports one', async () => {
    answer = { status: 200, body: '{"success":true,"score":0.1}' }
    expect(await search('token-3')).toBe(vendor === 'recaptcha' ? 'Captcha required' : '200')
  })

  it.each([
    { status: 500, body: '{"success":true}' },
    { status: 200, body: '<html>' },
    { status: 200, body: '7' },
    { status: 302, body: '' },
  ])('rejects the call after the invalid response %j (F15)', async (response) => {
    answer = response
    expect(await search('token-4')).toBe('service_unavailable')
  })

  it('rejects the call when its secret cannot be decrypted', async () => {
    const project = await harness.newProject({
      settings: { captcha: { enabled: true, provider: vendor, siteKey: 'site', secretSealed: 'k1.AAAA' } },
    })
    const body = { email: 'a@b.co', captcha_token: 'x' }
    expect((await harness.call('POST', '/users/search', body, { project })).outcome).toBe('service_unavailable')
  })
})
