import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openDevelopmentStore } from './open-store.ts'
import type { StaticPage } from './pages.ts'
import { exampleApplication, playgroundApplication } from './sample-applications.ts'
import { type Development, startDevelopment } from './start.ts'

let dataDir: string
let running: Development | null = null
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'latchkey-dev-'))
})
afterEach(async () => {
  await running?.close()
  await rm(dataDir, { recursive: true })
})

const page = (path: string): StaticPage => ({ path, contentType: 'text/html; charset=utf-8', body: '' })

async function start(...pages: StaticPage[]): Promise<Development> {
  await running?.close()
  running = await startDevelopment({ port: 0, dataDir, pages: () => pages })
  return running
}

/** The redirect of the authorization endpoint, or the status of its error page. */
async function authorize({ url, projects }: Development, clientId: string, redirectUri: string): Promise<string> {
  const query = new URLSearchParams({
    ...{ client_id: clientId, redirect_uri: redirectUri, response_type: 'code', scope: 'openid' },
    ...{ code_challenge: 'x'.repeat(43), code_challenge_method: 'S256' },
  })
  const answer = await fetch(`${url}/v1/public/${projects[0]?.id}/oauth2/authorize?${query}`, { redirect: 'manual' })
  const { origin, pathname } = new URL(answer.headers.get('location') ?? 'none:')
  return answer.status === 303 ? origin + pathname : String(answer.status)
}

async function setConsentPage(development: Development, consentPageUrl: string): Promise<void> {
  const opened = await openDevelopmentStore(dataDir)
  const project = await opened?.storage.projects.get(development.projects[0]?.id ?? '')
  if (!opened || !project?.settings.identityProvider) throw new Error('the project is not an identity provider')
  const identityProvider = { ...project.settings.identityProvider, consentPageUrl }
  await opened.storage.projects.updateSettings(project.id, project.revision, { ...project.settings, identityProvider })
  await opened.storage.close()
}

it('signs users in to both sample applications on any port', async () => {
  const { id, path } = playgroundApplication
  const example = `${exampleApplication.url}/callback`
  const first = await start(page('/consent'))
  const redirects = [
    await authorize(first, id, first.url + path),
    await authorize(first, id, first.url.replace('localhost', '127.0.0.1') + path),
    await authorize(first, exampleApplication.id, example),
  ]
  expect(redirects).toEqual(Array(3).fill(`${first.url}/consent`))
  const second = await start(page('/consent'))
  expect(second.url).not.toBe(first.url)
  expect(await authorize(second, id, second.url + path)).toBe(`${second.url}/consent`)
  expect(await authorize(second, exampleApplication.id, example)).toBe(`${second.url}/consent`)
  const issuer = `${second.url}/v1/public/${second.projects[0]?.id}`
  const discovered = await fetch(`${issuer}/.well-known/openid-configuration`)
  expect(await discovered.json()).toMatchObject({ issuer, token_endpoint: `${issuer}/oauth2/token` })
})

it('is not an identity provider without a consent page, and keeps a configured one', async () => {
  const { id, path } = playgroundApplication
  const without = await start(page('/'))
  expect(await authorize(without, id, without.url + path)).toBe('404')
  const first = await start(page('/consent'))
  expect(await authorize(first, id, first.url + path)).toBe(`${first.url}/consent`)
  await setConsentPage(first, 'http://localhost:3000/consent')
  const second = await start(page('/consent'))
  expect(await authorize(second, id, second.url + path)).toBe('http://localhost:3000/consent')
})

it('allows only the consent page to send forms, to itself and with a referrer', async () => {
  const { url } = await start({ ...page('/consent'), postsForms: true }, page('/'))
  const rules = async (path: string): Promise<(string | null | undefined)[]> => {
    const { headers } = await fetch(url + path)
    const action = /form-action [^;]+/.exec(headers.get('content-security-policy') ?? '')?.[0]
    return [action, headers.get('referrer-policy')]
  }
  expect([await rules('/consent'), await rules('/')]).toEqual([
    ["form-action 'self'", 'same-origin'],
    ["form-action 'none'", 'no-referrer'],
  ])
})
