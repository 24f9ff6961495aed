import type { IdentityProviderName } from '@latchkey/contract'
import { pointAtFakes } from '../../dev/social-login/credentials.ts'
import type { ProjectRecord } from '../../storage/records.ts'
import type { Storage } from '../../storage/storage.ts'
import {
  type Answer,
  type CallOptions,
  createHarness,
  type Harness,
  type HarnessOptions,
} from '../../testing/harness.ts'

const random = { bytes: (length: number): Uint8Array => crypto.getRandomValues(new Uint8Array(length)) }

/** A harness whose project has credentials for all fake providers. */
export async function createOAuthHarness(storage: Storage, options: HarnessOptions = {}): Promise<Harness> {
  const generous = { limit: 1e6, windowMs: 60_000 }
  const limits = { requests_per_ip: generous, challenges_per_ip: generous }
  const harness = await createHarness(storage, { ...options, config: { limits, ...options.config } })
  await addFakes(harness, harness.project)
  return harness
}

export function addFakes(harness: Harness, project: ProjectRecord): Promise<void> {
  return pointAtFakes(harness.storage, { ...harness, random }, project, harness.fakes)
}

const base = 'https://auth.example.com'

/** The state of a browser that redirects and cookies need. */
export interface Browser {
  cookie: string
}

export interface StartedSignIn {
  answer: Answer
  /** The URL at the identity provider; empty if the start was rejected. */
  location: string
  browser: Browser
}

export async function begin(
  harness: Harness,
  provider: string,
  query: Record<string, string> = {},
  {
    browser = { cookie: '' },
    project = harness.project,
    path = `/v1/public/oauth/${provider}/start`,
  }: { browser?: Browser; project?: ProjectRecord; path?: string } = {},
): Promise<StartedSignIn> {
  const url = new URL(path, base)
  url.search = new URLSearchParams({ public_token: project.publicToken, ...query }).toString()
  const answer = await harness.fetch(new Request(url, { headers: { cookie: browser.cookie } }))
  const set = answer.headers.get('set-cookie')?.split(';')[0]
  return { answer, location: answer.headers.get('location') ?? '', browser: { cookie: set ?? browser.cookie } }
}

/** The identity provider's response: a GET, or a form post. */
export interface CallbackRequest {
  url: string
  form: URLSearchParams | null
}

export type Choice = Record<string, string>

/** Chooses a user on the consent page of the fake identity provider. */
export async function consent(
  harness: Harness,
  location: string,
  choice: Choice = { account: 'ada' },
): Promise<CallbackRequest> {
  const target = new URL(location)
  const page = await harness.fakes.fetch(new Request(target))
  if (page.status !== 200) throw new Error(`The consent page was not shown: ${await page.text()}`)
  const body = new URLSearchParams(choice)
  for (const [name, value] of target.searchParams) body.set(`request_${name}`, value)
  const answer = await harness.fakes.fetch(new Request(`${target.origin}${target.pathname}`, { method: 'POST', body }))
  const url = answer.headers.get('location')
  if (url !== null) return { url, form: null }
  const text = await answer.text()
  const form = new URLSearchParams()
  for (const [, name = '', value = ''] of text.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g))
    form.set(name, value.replaceAll('&quot;', '"').replaceAll('&amp;', '&'))
  return { url: /action="([^"]*)"/.exec(text)?.[1] ?? '', form }
}

/** Sends the response to the callback, as the browser would. */
export function comeBack(harness: Harness, { url, form }: CallbackRequest, { cookie }: Browser): Promise<Answer> {
  return harness.fetch(
    new Request(url, {
      headers: { cookie, accept: 'text/html,*/*' },
      ...(form === null ? {} : { method: 'POST', body: form }),
    }),
  )
}

/** From the start to the landing page: the token or the error in its query. */
export async function land(
  harness: Harness,
  provider: IdentityProviderName,
  choice?: Choice,
  query: Record<string, string> = {},
  options: { path?: string } = {},
): Promise<{ token: string; error: string | null; landing: URL }> {
  const { location, browser, answer } = await begin(harness, provider, query, options)
  if (location === '') throw new Error(`The start was rejected: ${answer.text}`)
  const back = await comeBack(harness, await consent(harness, location, choice), browser)
  const landing = new URL(back.headers.get('location') ?? `${base}/nowhere?${back.text}`)
  const { searchParams } = landing
  return { token: searchParams.get('token') ?? '', error: searchParams.get('latchkey_error'), landing }
}

export function redeem(harness: Harness, token: string, more: object = {}, options: CallOptions = {}): Promise<Answer> {
  return harness.call('POST', '/oauth/authenticate', { token, session_duration_minutes: 30, ...more }, options)
}

/** The whole flow, from the start to the redeemed token. */
export async function signInWith(
  harness: Harness,
  provider: IdentityProviderName,
  choice?: Choice,
  options: CallOptions = {},
): Promise<Answer> {
  const { token } = await land(harness, provider, choice)
  return redeem(harness, token, {}, options)
}
