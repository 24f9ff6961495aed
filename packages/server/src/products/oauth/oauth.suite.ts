import type { OAuthProvider } from '@latchkey/contract'
import { pointAtFakes } from '../../dev/social-login/credentials.ts'
import type { ProjectRecord } from '../../storage/records.ts'
import type { Storage } from '../../storage/storage.ts'
import { type Answer, type CallOptions, createWorld, type World, type WorldOptions } from '../../testing/harness.ts'

const random = { bytes: (length: number): Uint8Array => crypto.getRandomValues(new Uint8Array(length)) }

/** A world whose project knows all fakes. */
export async function createOAuthWorld(storage: Storage, options: WorldOptions = {}): Promise<World> {
  const generous = { limit: 1e6, windowMs: 60_000 }
  const limits = { requests_per_ip: generous, challenges_per_ip: generous }
  const world = await createWorld(storage, { ...options, config: { limits, ...options.config } })
  await addFakes(world, world.project)
  return world
}

export function addFakes(world: World, project: ProjectRecord): Promise<void> {
  return pointAtFakes(world.storage, { ...world, random }, project, world.fakes)
}

const base = 'https://auth.example.com'

/** A browser, as far as redirects and cookies go. */
export interface Browser {
  cookie: string
}

export interface Began {
  answer: Answer
  /** Where the provider is; empty if the start was refused. */
  location: string
  browser: Browser
}

export async function begin(
  world: World,
  provider: string,
  query: Record<string, string> = {},
  { browser = { cookie: '' }, project = world.project }: { browser?: Browser; project?: ProjectRecord } = {},
): Promise<Began> {
  const url = new URL(`${base}/v1/public/oauth/${provider}/start`)
  url.search = new URLSearchParams({ public_token: project.publicToken, ...query }).toString()
  const answer = await world.fetch(new Request(url, { headers: { cookie: browser.cookie } }))
  const set = answer.headers.get('set-cookie')?.split(';')[0]
  return { answer, location: answer.headers.get('location') ?? '', browser: { cookie: set ?? browser.cookie } }
}

/** How the provider's answer comes back: by GET, or as a form. */
export interface Returned {
  url: string
  form: URLSearchParams | null
}

export type Choice = Record<string, string>

/** Picks somebody on the consent page. */
export async function consent(world: World, location: string, choice: Choice = { person: 'ada' }): Promise<Returned> {
  const asked = new URL(location)
  const page = await world.fakes.fetch(new Request(asked))
  if (page.status !== 200) throw new Error(`no consent page: ${await page.text()}`)
  const body = new URLSearchParams(choice)
  for (const [name, value] of asked.searchParams) body.set(`request_${name}`, value)
  const answer = await world.fakes.fetch(new Request(`${asked.origin}${asked.pathname}`, { method: 'POST', body }))
  const url = answer.headers.get('location')
  if (url !== null) return { url, form: null }
  const text = await answer.text()
  const form = new URLSearchParams()
  for (const [, name = '', value = ''] of text.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g))
    form.set(name, value.replaceAll('&quot;', '"').replaceAll('&amp;', '&'))
  return { url: /action="([^"]*)"/.exec(text)?.[1] ?? '', form }
}

/** Takes the answer to the callback, as the browser would. */
export function comeBack(world: World, { url, form }: Returned, { cookie }: Browser): Promise<Answer> {
  return world.fetch(
    new Request(url, {
      headers: { cookie, accept: 'text/html,*/*' },
      ...(form === null ? {} : { method: 'POST', body: form }),
    }),
  )
}

/** From the button to the landing page: the token or the error in its query. */
export async function land(
  world: World,
  provider: OAuthProvider,
  choice?: Choice,
  query: Record<string, string> = {},
): Promise<{ token: string; error: string | null; landing: URL }> {
  const { location, browser, answer } = await begin(world, provider, query)
  if (location === '') throw new Error(`the start was refused: ${answer.text}`)
  const back = await comeBack(world, await consent(world, location, choice), browser)
  const landing = new URL(back.headers.get('location') ?? `${base}/nowhere?${back.text}`)
  const { searchParams } = landing
  return { token: searchParams.get('token') ?? '', error: searchParams.get('latchkey_error'), landing }
}

export function redeem(world: World, token: string, more: object = {}, options: CallOptions = {}): Promise<Answer> {
  return world.call('POST', '/oauth/authenticate', { token, session_duration_minutes: 30, ...more }, options)
}

/** The whole road, with PKCE where it is asked for. */
export async function signInWith(
  world: World,
  provider: OAuthProvider,
  choice?: Choice,
  options: CallOptions = {},
): Promise<Answer> {
  const { token } = await land(world, provider, choice)
  return redeem(world, token, {}, options)
}
