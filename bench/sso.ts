import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inflateRawSync } from 'node:zlib'
import { createFakeSamlIdp, type FakeSamlIdp } from '@latchkey/server/testing'
import { basic } from '../e2e/http-load/http-request.ts'
import { benchFolder, median, type ServerProcess, startServer } from '../e2e/http-load/server-process.ts'
import type { ComparedCosts } from './business.ts'
import { type SsoServer, ssoDomain } from './business-fixtures.ts'

const roundsMeasured = 9
const people = 64
const atOnce = 16
const entityId = 'https://idp.example.com/metadata'
const minutes = { session_duration_minutes: 60 }

/**
 * A sign-in by magic link, then one with a SAML response, by the CPU time of the server: the send and the redemption of
 * a link, and the response of the identity provider and the redemption of its token.
 */
export async function measureSso(script: string): Promise<ComparedCosts> {
  const folder = benchFolder()
  const idp = await createFakeSamlIdp({ entityId, now: Date.now() })
  const metadata = join(folder, 'metadata.xml')
  writeFileSync(metadata, idp.metadata('https://idp.example.com/sso'))
  const server = await startServer(script, [join(folder, 'sso.db'), metadata])
  const site = openSite(server, idp)
  const rounds: { first: number; second: number }[] = []
  try {
    // The first round warms up, and the people join the organization in it.
    for (let round = 0; round <= roundsMeasured; round += 1) {
      const second = await site.signInBySaml()
      const first = await site.signInByLink()
      if (round > 0) rounds.push({ first, second })
    }
  } finally {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  return {
    first: median(rounds.map(({ first }) => first)),
    second: median(rounds.map(({ second }) => second)),
    medianRatio: median(rounds.map(({ first, second }) => second / first)),
    refused: site.refused(),
  }
}

function openSite(server: ServerProcess, idp: FakeSamlIdp) {
  const own = JSON.parse(server.rest) as SsoServer
  const addresses = Array.from({ length: people }, (_, index) => `person-${index}@${ssoDomain}`)
  const base = `http://127.0.0.1:${server.port}`
  const links = openMails(server)
  let refused = 0

  async function post(path: string, body: object): Promise<boolean> {
    const authorization = basic(`${own.publicToken}:${own.publicToken}`)
    const response = await fetch(`${base}/sdk/v1/b2b${path}`, {
      method: 'POST',
      headers: { authorization, origin: 'http://localhost:3000', 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    await response.arrayBuffer()
    if (response.status !== 200) refused += 1
    return response.status === 200
  }

  /** A request of the browser and the response of the identity provider to it. */
  async function prepare(email: string): Promise<() => Promise<void>> {
    const query = new URLSearchParams({ public_token: own.publicToken, connection_id: own.connectionId })
    const started = await fetch(`${base}/v1/public/sso/start?${query}`, { redirect: 'manual' })
    const location = started.headers.get('location')
    if (location === null) throw new Error(await started.text())
    const { searchParams } = new URL(location)
    const request = inflateRawSync(Buffer.from(searchParams.get('SAMLRequest') ?? '', 'base64')).toString()
    const [requestId = ''] = /(?<= ID=")[^"]+/.exec(request) ?? []
    const cookie = started.headers
      .getSetCookie()
      .map((set) => set.split(';')[0])
      .join('; ')
    const { acsUrl, spEntityId } = own
    const xml = idp.respond({ now: Date.now(), acsUrl, spEntityId, requestId, email })
    const body = new URLSearchParams({
      ...{ SAMLResponse: Buffer.from(xml).toString('base64'), RelayState: searchParams.get('RelayState') ?? '' },
    })
    return async () => {
      const path = new URL(acsUrl).pathname
      const landed = await fetch(`${base}${path}`, { method: 'POST', headers: { cookie }, body, redirect: 'manual' })
      const landing = landed.headers.get('location')
      const token = landing === null ? '' : new URL(landing).searchParams.get('token')
      await post('/sso/authenticate', { sso_token: token, ...minutes })
    }
  }

  /** The CPU time of the server per person. */
  async function measured(work: () => Promise<unknown>): Promise<number> {
    const before = await server.cpuMs()
    await work()
    return ((await server.cpuMs()) - before) / people
  }

  return {
    refused: () => refused,
    async signInBySaml() {
      const signIns = await inGroups(addresses, prepare)
      return measured(() => inGroups(signIns, (signIn) => signIn()))
    },
    signInByLink: () =>
      measured(() =>
        inGroups(addresses, async (email_address) => {
          const mail = links.next(email_address)
          const body = { email_address, organization_id: own.organizationId }
          if (!(await post('/magic_links/email/login_or_signup', body))) return
          const magic_links_token = new URL(await mail).searchParams.get('token')
          await post('/magic_links/authenticate', { magic_links_token, ...minutes })
        }),
      ),
  }
}

/** The links that the server prints. */
function openMails({ child }: ServerProcess): { next(address: string): Promise<string> } {
  const waiting = new Map<string, (link: string) => void>()
  let text = ''
  child.stdout?.on('data', (chunk: Buffer) => {
    const lines = (text + chunk).split('\n')
    text = lines.pop() ?? ''
    for (const line of lines) {
      const [, address = '', link = ''] = /^mail (\S+) (\S+)$/.exec(line) ?? []
      waiting.get(address)?.(link)
    }
  })
  return { next: (address) => new Promise((resolve) => waiting.set(address, resolve)) }
}

async function inGroups<From, To>(all: readonly From[], work: (one: From) => Promise<To>): Promise<To[]> {
  const results: To[] = []
  for (let at = 0; at < all.length; at += atOnce)
    results.push(...(await Promise.all(all.slice(at, at + atOnce).map(work))))
  return results
}
