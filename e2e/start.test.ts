import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launch, type RunningProcess, startDevelopment } from './provider.ts'

let provider: RunningProcess
beforeAll(async () => {
  provider = await startDevelopment()
})
afterAll(() => provider.end())

/** `fetch` writes the Host header itself; this lets a test write it. */
function statusFor(headers: Record<string, string>, path = '/health'): Promise<number> {
  const { port } = new URL(provider.url)
  return new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, path, headers }, (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
      .on('error', reject)
      .end()
  })
}

describe('a development provider', () => {
  it('answers on /health and prints its addresses, both projects and what to try first', async () => {
    expect((await fetch(`${provider.url}/health`)).status).toBe(200)
    const output = provider.output()
    expect(output.match(/(public-token|project)-test-[0-9a-f-]{36}/g)?.length).toBe(4)
    expect(output).toMatch(/use this one[^\n]*\n +Public token +public-token-test-1111/)
    for (const path of ['/', '/inbox', '/sdk/v1', '/openapi.json', '/health'])
      expect(output).toContain(provider.url + path)
    expect(output).toContain('Try this first')
  })

  it('rejects a foreign Host, and foreign origins below /dev/', async () => {
    const { host } = new URL(provider.url)
    expect(
      await Promise.all([
        statusFor({ host }),
        statusFor({ host: 'evil.example' }),
        statusFor({ host: `evil.example:${new URL(provider.url).port}` }, '/dev/inbox'),
        statusFor({ host, origin: 'https://evil.example' }, '/dev/inbox'),
        statusFor({ host, 'sec-fetch-site': 'cross-site' }, '/dev/inbox'),
        statusFor({ host, origin: provider.url }, '/dev/inbox'),
      ]),
    ).toEqual([200, 421, 421, 403, 403, 200])
  })

  it('reports that its port is in use, and how to choose another', async () => {
    const { port } = new URL(provider.url)
    const second = await launch(['dev', '--port', port])
    expect(await second.ended).toEqual({ code: 1, signal: null })
    const another = Number(port) === 65_535 ? 4000 : Number(port) + 1
    expect(second.output()).toBe(
      `Port ${port} is already in use. Choose another with "npm start -- dev --port ${another}" or PORT=${another}.\n`,
    )
    expect((await fetch(`${provider.url}/health`)).status).toBe(200)
  })

  it.each(['SIGINT', 'SIGTERM'] as const)('stops with exit code 0 on %s', async (signal) => {
    const other = await startDevelopment()
    expect(await other.end(signal)).toEqual({ code: 0, signal: null })
  })

  it('does not start with an unknown setting, and names it', async () => {
    const running = await launch(['dev', '--port', '0'], { env: { LATCHKEY_PROT: '1' } })
    expect([await running.ended, running.output()]).toEqual([
      { code: 1, signal: null },
      'LATCHKEY_PROT is not a setting. Did you mean LATCHKEY_PORT?\n',
    ])
  })
})
