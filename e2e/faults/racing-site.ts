import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { attestationProfile, attestedToken } from '../fixtures/trusted-issuer.ts'
import { contentOf, type RawRequest } from './last-byte-race.ts'
import type { MailSink } from './mail-sink.ts'
import {
  createApplication,
  createProject,
  type Deployment,
  page,
  type RunningProvider,
  runCommand,
  startProvider,
} from './provider-process.ts'

/**
 * The providers: the shipped one; one with the fake identity providers; and that one with a naive storage that reads
 * before it writes.
 */
export type Kind = 'shipped' | 'faked' | 'naive'

export interface ImportedUser {
  userId: string
  email: string
}

/** One database with projects, and two processes of each requested kind. */
export interface RacingSite {
  /** The public tokens of the default project and of one with proof of work. */
  tokens: Record<'usual' | 'captcha', string>
  /** A client application of the default project. */
  application: { id: string; secret: string }
  /** Calls the token endpoint as the client application. */
  tokenRequest(form: Record<string, string>): RawRequest
  sink: MailSink
  /** The ports of the two processes of a kind. */
  ports(kind: Kind): Promise<[number, number]>
  request(path: string, body: object, options?: { token?: string; session?: string }): RawRequest
  /** A call that must succeed, to the two processes in turn. */
  call(kind: Kind, request: RawRequest): Promise<Record<string, string>>
  /** Calls the admin API with a secret key. */
  administer(kind: Kind, path: string, body: object): Promise<Record<string, unknown>>
  /** Creates users with a verified address. */
  createUsers(kind: Kind, count: number): Promise<ImportedUser[]>
  /** Signs a new user in and returns the session token. */
  signIn(kind: Kind): Promise<string>
  /** A response of the provider or of a fake identity provider, without following redirects. */
  visit(url: string, init?: RequestInit): Promise<Response>
  fakesUrl: string
  close(): Promise<void>
}

/** The provider could not reach its database in time. */
export class UnavailableError extends Error {}

/** The same user agent for all requests. */
export const userAgent = 'races'

export const fakeProviders = ['google', 'github'] as const

export async function openSite(input: {
  shipped: Deployment
  /** Bundles of `e2e/fixtures/`. */
  racing: string
  fakesUrl: string
  sink: MailSink
  folder: string
}): Promise<RacingSite> {
  const { shipped, fakesUrl, sink } = input
  const usual = await createProject(shipped, 'Usual')
  const captcha = await createProject(shipped, 'Captcha')
  const secretFile = (provider: string): string => {
    const path = join(input.folder, `${provider}.secret`)
    writeFileSync(path, `latchkey-fake-${provider}-secret`)
    return path
  }
  const [created] = await Promise.all([
    runCommand(shipped, 'secret-keys', 'create', '--name', 'races', '--project', 'Usual', '--json'),
    set('Usual', `attestation_profiles=${JSON.stringify([attestationProfile])}`),
    set('Captcha', 'captcha_settings={"enabled":true,"siteKey":"races","difficulty":1000}'),
    ...fakeProviders.map((provider) =>
      runCommand(
        shipped,
        ...['oauth', 'set', provider, '--client-id', `latchkey-fake-${provider}`],
        ...['--secret-file', secretFile(provider), '--project', 'Usual'],
      ),
    ),
  ])
  const application = await createApplication(shipped, '--project', 'Usual')
  const { project_id, secret } = JSON.parse(created) as { project_id: string; secret: string }

  function set(project: string, ...changes: string[]): Promise<string> {
    return runCommand(shipped, 'settings', 'set', ...changes, '--project', project)
  }

  const providers: RunningProvider[] = []
  const pairs = new Map<Kind, Promise<[number, number]>>()
  async function start(kind: Kind): Promise<[number, number]> {
    const env = { RACE_CONSUME: kind, RACE_IDENTITY_PROVIDERS: fakesUrl }
    const deployment = kind === 'shipped' ? shipped : { ...shipped, script: input.racing, env }
    const pair = await Promise.all([startProvider(deployment), startProvider(deployment)])
    providers.push(...pair)
    return [pair[0].port, pair[1].port]
  }
  function ports(kind: Kind): Promise<[number, number]> {
    const pair = pairs.get(kind) ?? start(kind)
    pairs.set(kind, pair)
    return pair
  }

  let turn = 0
  async function fetchFrom(kind: Kind, request: RawRequest): Promise<Record<string, unknown>> {
    const { path, headers = {} } = request
    const port = (await ports(kind))[turn++ % 2]
    const { type = 'application/json', text = '{}' } = contentOf(request)
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method: 'POST',
      headers: { ...headers, 'content-type': type },
      body: text,
    })
    const json = (await answer.json()) as { data?: Record<string, unknown> }
    if (answer.status === 503) throw new UnavailableError(path)
    if (answer.status !== 200) throw new Error(`${path} was refused: ${JSON.stringify(json)}`)
    return json.data ?? (json as Record<string, unknown>)
  }

  const site: RacingSite = {
    tokens: { usual, captcha },
    application,
    tokenRequest: (form) => ({
      path: `/v1/public/${project_id}/oauth2/token`,
      headers: { authorization: basic(application.id, application.secret) },
      form,
    }),
    sink,
    ports,
    fakesUrl,
    request: (path, body, { token = usual, session = token } = {}) => ({
      path: `/sdk/v1${path}`,
      headers: { authorization: basic(token, session), origin: page, 'user-agent': userAgent },
      body,
    }),
    call: async (kind, request) => (await fetchFrom(kind, request)) as Record<string, string>,
    administer: (kind, path, body) =>
      fetchFrom(kind, { path: `/v1${path}`, headers: { authorization: basic(project_id, secret) }, body }),
    async createUsers(kind, count) {
      const emails = Array.from({ length: count }, () => `${randomUUID()}@example.com`)
      const users = emails.map((email) => ({ email, email_verified: true }))
      const { results } = await site.administer(kind, '/users/import', { users })
      return (results as { user_id: string }[]).map(({ user_id }, index) => ({
        userId: user_id,
        email: emails[index] ?? '',
      }))
    },
    async signIn(kind) {
      const body = { profile_id: attestationProfile.profile_id, token: attestedToken(randomUUID()) }
      return String((await site.call(kind, site.request('/sessions/attest', body))).session_token)
    },
    visit: (url, init) => fetch(url, { redirect: 'manual', ...init }),
    async close() {
      await Promise.allSettled(pairs.values())
      await Promise.all(providers.map((provider) => provider.stop()))
    },
  }
  return site
}

function basic(name: string, secret: string): string {
  return `Basic ${Buffer.from(`${name}:${secret}`).toString('base64')}`
}
