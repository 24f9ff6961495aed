import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AdminMembersListResponse } from '@latchkey/contract/admin'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readIdpMetadata } from '../saml/idp-metadata.ts'
import { redirectUrl } from '../saml/request.ts'
import { choose } from './enterprise/enterprise.suite.ts'
import { type Development, startDevelopment } from './start.ts'

let dataDir: string
const running: Development[] = []
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'latchkey-enterprise-'))
})
afterEach(async () => {
  await Promise.all(running.splice(0).map((development) => development.close()))
  await rm(dataDir, { recursive: true })
})

async function start(): Promise<Development> {
  const development = await startDevelopment({ port: 0, dataDir })
  running.push(development)
  return development
}

const fetchText = async (url: string): Promise<string> => (await fetch(url)).text()

function samlRequest({ url, clock }: Development): string {
  return redirectUrl({
    ...{ id: '_request', issuedAt: clock.now(), destination: `${url}/dev/enterprise/saml/okta/sso`, relayState: '' },
    ...{ acsUrl: `${url}/v1/sso/callback/connection-1`, spEntityId: `${url}/v1/sso/metadata/connection-1` },
    ...{ forceAuthn: false, signer: null },
  })
}

describe('the enterprise identity providers of a development provider', () => {
  it('keep their keys, certificates and clients for the database', async () => {
    const signing = async ({ url, clock }: Development) => {
      const metadata = await fetchText(`${url}/dev/enterprise/saml/okta/metadata`)
      const { keys } = await (await fetch(`${url}/dev/enterprise/oidc/entra/jwks`)).json()
      return [readIdpMetadata(metadata, clock.now()).certificates.map(({ fingerprint }) => fingerprint), keys]
    }
    const first = await start()
    const before = await signing(first)
    const body = new URLSearchParams({ identity_provider: 'okta', stage: 'announced' })
    const saved = await fetch(`${first.url}/dev/enterprise/certificates`, { method: 'POST', body, redirect: 'manual' })
    expect([saved.status, saved.headers.get('location')]).toEqual([303, '/dev/enterprise#okta'])
    const announced = await signing(first)
    await first.close()
    const second = await start()
    expect(await signing(second)).toEqual(announced)
    expect(announced[0]).toEqual(expect.arrayContaining(before[0]))
    expect([before[0].length, announced[0].length]).toEqual([2, 3])
    const modes = (await readdir(join(dataDir, 'enterprise'))).map(async (name) => [
      ...[name, (await stat(join(dataDir, 'enterprise', name))).mode & 0o777],
    ])
    expect(await Promise.all(modes)).toEqual([
      ['oidc-entra.json', 0o600],
      ['saml-okta.json', 0o600],
      ['state.json', 0o600],
    ])
  })

  it('have every member of the sample organizations on their page', async () => {
    const development = await start()
    const { url, projects } = development
    const page = await fetchText(samlRequest(development))
    for (const slug of ['acme', 'globex']) {
      const path = `/dev/admin/${projects[1]?.id}/organizations/${slug}/members`
      const { members }: AdminMembersListResponse = (await (await fetch(`${url}${path}`)).json()).data
      expect(members.length).toBeGreaterThan(1)
      for (const { email_address, name } of members) {
        expect(page).toContain(`${email_address} ·`)
        expect(page).toContain(name)
      }
    }
  })

  it('follow the clock of the provider', async () => {
    const development = await start()
    development.clock.set(Date.UTC(2040, 5, 1))
    const page = await (await fetch(choose(samlRequest(development), { person: 'ada' }))).text()
    const [, field = ''] = /name="SAMLResponse" value="([^"]*)"/.exec(page) ?? []
    expect(Buffer.from(field, 'base64').toString()).toContain('IssueInstant="2040-06-01T00:00')
  })

  it('take sign-ins from other pages, and changes from their own page only', async () => {
    const development = await start()
    const { url } = development
    const foreign = { headers: { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' } }
    const tile = `/dev/enterprise/tile/okta?acs=${url}/v1/sso/callback/connection-1`
    // Otherwise the browser would send the form of the page with the origin "null".
    expect((await fetch(`${url}${tile}`)).headers.get('referrer-policy')).toBe('same-origin')
    const status = async (path: string, init: RequestInit): Promise<number> => (await fetch(path, init)).status
    expect([
      await status(samlRequest(development), foreign),
      await status(`${url}${tile}`, foreign),
      await status(`${url}/dev/enterprise`, foreign),
      await status(`${url}/dev/enterprise/certificates`, { ...foreign, method: 'POST', body: 'stage=after' }),
      await status(`${url}/dev/enterprise/clients`, { ...foreign, method: 'POST', body: '{}' }),
    ]).toEqual([200, 403, 403, 403, 403])
  })

  it('reach their own endpoints in the process, and show what to copy', async () => {
    const { url } = await start()
    const page = await fetchText(`${url}/dev/enterprise`)
    for (const text of ['saml/okta/metadata', 'oidc/entra', 'latchkey-enterprise-generic-secret', 'saml/generic/sso'])
      expect(page).toContain(text)
    const style = await fetch(`${url}/dev/enterprise/style.css`)
    expect([style.status, style.headers.get('content-type')]).toEqual([200, 'text/css; charset=utf-8'])
  })

  it('can be connected by the pages of the provider, with their metadata address', async () => {
    const { url, projects } = await start()
    const connections = `${url}/dev/admin/${projects[1]?.id}/organizations/acme/sso/saml`
    const send = async (method: string, path: string, body: object) => {
      const headers = { 'content-type': 'application/json' }
      const response = await fetch(`${connections}${path}`, { method, headers, body: JSON.stringify(body) })
      return (await response.json()).data?.connection
    }
    const { connection_id: id } = await send('POST', '', { identity_provider: 'okta' })
    const metadata_url = `${url}/dev/enterprise/saml/okta/metadata`
    expect(await send('PUT', `/${id}/url`, { metadata_url })).toMatchObject({ status: 'active', metadata_url })
  })
})
