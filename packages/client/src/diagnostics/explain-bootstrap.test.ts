import { describe, expect, it } from 'vitest'
import { createTestSetup, fail, publicToken } from '../test-setup.suite.ts'

const offline = new TypeError('Failed to fetch')
const live = 'public-token-live-7d8f'

describe('an explanation of missing settings', () => {
  it('names the address, the likely causes and the command for the origin', async () => {
    const setup = createTestSetup()
    setup.script.on(`/projects/bootstrap/${publicToken}`, offline)
    setup.script.on('http://localhost:4000/health', offline)
    const { tab } = setup.open({ href: 'http://localhost:5173/' })
    const text =
      '[Latchkey] No response from the provider at http://localhost:4000. Default settings are used. Likely causes:\n' +
      '- The provider is not running, or it listens on another port.\n' +
      '- http://localhost:4000 is the wrong address: check `domains` in the options of createClient.\n' +
      '- The project does not allow the origin http://localhost:5173. Run: latchkey origins add http://localhost:5173'
    await expect.poll(() => tab.log.at(-1)).toEqual({ level: 'warn', text })
    expect(tab.log[0]).toEqual({ level: 'error', text: '[Latchkey] UnreachableError: Unable to contact our servers.' })
  })

  it('names only the origin if the provider is running', async () => {
    const setup = createTestSetup()
    setup.script.on(`/projects/bootstrap/${publicToken}`, offline)
    setup.script.on('http://localhost:4000/health', { text: '' })
    const { tab } = setup.open({ href: 'http://localhost:5173/' })
    const text =
      '[Latchkey] The provider at http://localhost:4000 is running, but the browser blocked its response to ' +
      'http://localhost:5173. Probably the project does not allow this origin. ' +
      'Run: latchkey origins add http://localhost:5173'
    await expect.poll(() => tab.log.at(-1)).toEqual({ level: 'warn', text })
  })

  it('names mixed content for a page on https and a provider on http', async () => {
    const setup = createTestSetup()
    setup.script.on(`/projects/bootstrap/${publicToken}`, offline)
    setup.script.on('http://localhost:4000/health', offline)
    const { tab } = setup.open({ href: 'https://app.example.com/' })
    const text = '- A page on https must not call a provider on http: the browser blocks it.'
    await expect.poll(() => tab.log.at(-1)?.text).toContain(text)
  })

  it('sends no additional request for a live project, and is logged once', async () => {
    const setup = createTestSetup()
    setup.script.on(`/projects/bootstrap/${live}`, offline)
    const { client, tab } = setup.open({ token: live, domains: { api: 'localhost:4000' } })
    await client.bootstrap.get()
    await client.bootstrap.get()
    const warnings = (): number => tab.log.filter(({ level }) => level === 'warn').length
    await expect.poll(warnings).toBe(1)
    expect(setup.script.to('http://localhost:4000/health')).toEqual([])
  })

  it('adds nothing to an error of the provider, which names the fix', async () => {
    const setup = createTestSetup()
    setup.script.on(`/projects/bootstrap/${publicToken}`, fail('unauthorized_origin', 403))
    const { client, tab } = setup.open()
    await client.bootstrap.get()
    // The chunk has been loaded by then.
    await import('./explain-bootstrap.ts')
    await new Promise((resolve) => setTimeout(resolve))
    const text =
      '[Latchkey] ApiError: [403] unauthorized_origin\nThe words of unauthorized_origin.\n' +
      'See https://latchkey.example/docs/errors#unauthorized_origin for more information.\nrequest_id: request-id-test-2'
    expect(tab.log).toEqual([{ level: 'error', text }])
  })
})
