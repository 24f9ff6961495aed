import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { B2bClientOptions } from '@latchkey/client/b2b'
import { build } from 'esbuild'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { forBrowser } from '../../../tools/build/bundle.ts'
import { openPage } from '../../browser.ts'
import { sharedContexts } from '../../contexts.ts'
import { policyFor } from '../../hosts/host-site.ts'
import { newestMessage, sharedDevelopment } from '../../provider.ts'
import type { OrganizationPage } from './organization-page.tsx'

declare global {
  /** Only inside the page. */
  var organizationPage: OrganizationPage
}

const uuid = '22222222-2222-4222-8222-222222222222'
const project = `project-test-${uuid}`

const html = `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>Host application</title>
<script type="module" src="/organization-page.js"></script></head>
<body><main><h1>Host application</h1><div id="widget"></div><div id="portal"></div></main></body></html>`

interface TestOrganization {
  id: string
  slug: string
  name: string
}

export interface OrganizationSetup {
  provider: { url: string }
  url: string
  /** Calls the HTTP API for servers. */
  admin<Data>(method: string, path: string, body?: object): Promise<Data>
  /** Creates an organization with members, who are active. The role of the first is `latchkey_admin`. */
  createOrganization(name: string, emails: readonly string[], settings?: object): Promise<TestOrganization>
  /** Opens the page, and signs a member in. */
  open(email: string, organization: TestOrganization, options?: OpenOptions): Promise<Page>
}

interface OpenOptions {
  context?: BrowserContext
  client?: B2bClientOptions
}

let created = 0

/** An unused email address. */
export function newMember(name: string): string {
  created += 1
  return `${name}-${created}-${process.pid}@example.com`
}

/** A host page with a strict policy, and the provider of development. Each test must end without errors and warnings. */
export function prepareOrganizations(): OrganizationSetup {
  const setup = {} as OrganizationSetup
  const pool = sharedContexts()
  const complaints: string[][] = []
  let close = (): unknown => undefined

  beforeAll(async () => {
    const [provider, { outputFiles }] = await Promise.all([
      sharedDevelopment(),
      build({
        ...forBrowser,
        entryPoints: [join(import.meta.dirname, 'organization-page.tsx')],
        outdir: 'page',
        write: false,
      }),
    ])
    const scripts = new Map(outputFiles.map(({ path, text }) => [path.slice(path.lastIndexOf('/') + 1), text]))
    const server = createServer(({ url = '/' }, response) => {
      const script = scripts.get(new URL(url, 'http://localhost').pathname.slice(1))
      response.setHeader('content-security-policy', policyFor(provider.url))
      response.setHeader('content-type', script === undefined ? 'text/html' : 'text/javascript')
      response.statusCode = url === '/favicon.ico' ? 204 : 200
      response.end(script ?? html)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    setup.provider = provider
    setup.url = `http://localhost:${(server.address() as AddressInfo).port}/`
    close = () => {
      server.close()
      server.closeAllConnections()
    }
  })
  afterAll(() => void close())
  afterEach(async () => {
    await pool.release()
    expect(complaints.splice(0).flat()).toEqual([])
  })

  return Object.assign(setup, {
    async admin<Data>(method: string, path: string, body?: object): Promise<Data> {
      const response = await fetch(`${setup.provider.url}/dev/admin/${project}${path}`, {
        method,
        ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
      })
      const answer = (await response.json()) as { data: Data }
      if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`)
      return answer.data
    },
    async createOrganization(name, emails, settings = {}) {
      const { organization } = await setup.admin<{
        organization: { organization_id: string; organization_slug: string }
      }>('POST', '/organizations', { organization_name: name })
      const path = `/organizations/${organization.organization_id}`
      for (const [at, email_address] of emails.entries()) {
        const roles = at === 0 ? ['latchkey_admin'] : []
        await setup.admin('POST', `${path}/members`, { email_address, name: nameOf(email_address), roles })
      }
      if (Object.keys(settings).length > 0) await setup.admin('PUT', path, settings)
      return { id: organization.organization_id, slug: organization.organization_slug, name }
    },
    async open(email, { id }, { context, client = {} } = {}) {
      const own = context ?? (await pool.take({ reducedMotion: 'reduce', viewport: { width: 1_000, height: 900 } }))
      const options = { domains: { testApi: setup.provider.url }, ...client }
      const query = new URLSearchParams({ public_token: `public-token-test-${uuid}`, options: JSON.stringify(options) })
      const opened = await openPage(own, `${setup.url}?${query}`)
      complaints.push(opened.complaints)
      const { page } = opened
      const to = { email_address: email, organization_id: id }
      const [before] = await messages(email)
      await page.evaluate((to) => organizationPage.client.otps.email.loginOrSignup(to).then(() => undefined), to)
      const [code = ''] = (await newestMessage(setup.provider.url, email, before)).codes
      await page.evaluate(
        (to) =>
          organizationPage.client.otps.email
            .authenticate({ ...to, session_duration_minutes: 60 })
            .then(() => undefined),
        { ...to, code },
      )
      return page
    },
  } satisfies Partial<OrganizationSetup>)

  async function messages(to: string): Promise<string[]> {
    const response = await fetch(`${setup.provider.url}/dev/inbox?to=${encodeURIComponent(to)}`)
    const found = (await response.json()) as { messages: { id: string }[] }
    return found.messages.map(({ id }) => id)
  }
}

/** The name of a member whom a test has created. */
export function nameOf(email: string): string {
  const [name = ''] = email.split('-')
  return name[0]?.toUpperCase() + name.slice(1)
}

export const eventsOf = (page: Page): Promise<unknown[]> => page.evaluate(() => organizationPage.events)

/** The name of the organization of the session. */
export const organizationOf = (page: Page): Promise<string | undefined> =>
  page.evaluate(() => organizationPage.client.organization.getSync()?.organization_name)
