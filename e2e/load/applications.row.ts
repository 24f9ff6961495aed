import { page, runCommand } from '../faults/provider-process.ts'
import { application, authorizeQuery, tokenForm } from '../fixtures/client-application.ts'
import { basic } from '../http-load/http-request.ts'
import { nextUrl } from '../http-load/response-reader.ts'
import { newBook } from './acknowledged.ts'
import { type Api, createApi } from './api.ts'
import { type LoadSetup, openLoadSetup } from './load-setup.ts'
import { offer, sequence } from './open-loop.ts'
import { createRecorder } from './recorder.ts'
import { atMost, endingBars, ms, none, type Row } from './row.ts'

interface Client {
  id: string
  secret: string
}

/** Creates a third-party client application, which requires consent. */
async function registerApplication({ deployment }: LoadSetup): Promise<Client> {
  await runCommand(deployment, 'settings', 'set', `identity_provider.consent_page_url=${page}/consent`)
  const words = ['clients', 'create', '--type', 'third_party', '--name', 'Application', '--json']
  const made = JSON.parse(await runCommand(deployment, ...words, '--redirect', application.redirectUri))
  return { id: made.oauth_client.client_id, secret: made.client_secret }
}

/** Runs a flow from the authorization request to userinfo; `isGranted` is the choice on the consent page. */
async function signInTo(
  { project }: LoadSetup,
  api: Api,
  client: Client,
  session: string,
  { isGranted = false, since = performance.now() },
): Promise<{ code: string; accessToken: string }> {
  const base = `/v1/public/${project.project_id}/oauth2`
  const query = new URLSearchParams(authorizeQuery(client.id))
  const asked = await api.ask(
    'authorize page',
    `${base}/authorize?${query}`,
    { accept: 'text/html' },
    ['200', '302', '303'],
    since,
  )
  const opened = Object.fromEntries(nextUrl(asked)?.searchParams ?? [])
  await api.call('/oauth/authorize/start', opened, { session })
  const form = {
    ...opened,
    ...{ consent_granted: String(isGranted), __Authorization: basic(`${project.public_token}:${session}`) },
  }
  const answered = await api.ask('authorize', '/sdk/v1/oauth/authorize', { form }, ['200', '302', '303'])
  const code = nextUrl(answered)?.searchParams.get('code')
  if (!code) throw new Error(`no code: ${answered.status} ${nextUrl(answered)}`)
  const authorization = basic(`${client.id}:${client.secret}`)
  const { body } = await api.ask('token', `${base}/token`, { form: tokenForm(code), authorization }, ['200'])
  const { access_token } = JSON.parse(body) as { access_token: string }
  await api.ask('userinfo', `${base}/userinfo`, { authorization: `Bearer ${access_token}` }, ['200'])
  return { code, accessToken: access_token }
}

const users = 100
const perSecond = [15, 30] as const

const applications: Row = {
  id: 'L5',
  engine: 'PostgreSQL',
  async run({ machine, scale }) {
    const setup = await openLoadSetup(machine, 'PostgreSQL', 'L5')
    try {
      const client = await registerApplication(setup)
      const seeded = await setup.seed(users)
      const recorder = createRecorder()
      const api = createApi(setup.connections(), setup.project.public_token, recorder)
      const quietly = createApi(setup.connections(), setup.project.public_token, createRecorder())
      for (const { token } of seeded) await signInTo(setup, quietly, client, token, { isGranted: true })
      const book = newBook()
      const codes: string[] = []
      const problems: string[] = []
      const seconds = scale.seconds(20, 600)
      const rate = scale.pick(...perSecond)
      const offered = await offer({ perSecond: rate, seconds, random: sequence(scale.seed) }, async (since, index) => {
        const { email, token } = seeded[index % seeded.length] ?? { email: '', token: '' }
        try {
          const { code, accessToken } = await signInTo(setup, api, client, token, { since })
          book.seenSeeded(email, token)
          book.accessTokens.push(accessToken)
          codes.push(code)
        } catch (error) {
          problems.push(String(error))
        }
      })
      const slowest = Math.max(...recorder.calls().map((call) => recorder.latency(call).p99))
      const ending = await endingBars(setup, book, [offered], recorder)
      return {
        ...{ id: 'L5', engine: 'PostgreSQL', what: 'client application: authorize/start, authorize, token, userinfo' },
        offered: `${rate} flows/s for ${seconds} s`,
        figures: recorder.calls().map((call) => {
          const { p50, p99 } = recorder.latency(call)
          return `\`${call}\` p50 ${ms(p50)}, p99 ${ms(p99)}`
        }),
        bars: [
          none('failed flows', problems, offered.arrivals),
          ...ending,
          // Comes last, because a reused code revokes the tokens that it was exchanged for.
          none('codes that worked twice', await replayed(setup, client, codes), codes.length),
          atMost('p99 of the slowest call', slowest, 300, 'ms', false),
        ],
      }
    } finally {
      await setup.close()
    }
  },
}

async function replayed(setup: LoadSetup, client: Client, codes: readonly string[]): Promise<string[]> {
  const api = createApi(setup.connections(), setup.project.public_token, createRecorder())
  const authorization = basic(`${client.id}:${client.secret}`)
  const path = `/v1/public/${setup.project.project_id}/oauth2/token`
  const again: string[] = []
  for (const code of codes) {
    const answer = await api.ask('token', path, { form: tokenForm(code), authorization }, ['400', '200'])
    if (answer.status !== '400' || !answer.body.includes('invalid_grant')) again.push(`${answer.status} ${answer.body}`)
  }
  return again
}

export const applicationRows: readonly Row[] = [applications]
