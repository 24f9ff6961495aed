import { describe, expect, it } from 'vitest'
import type { Message } from '../delivery/delivery.ts'
import { createHarness, type Harness, type HarnessOptions, openTestStorage } from '../testing/harness.ts'

const ada = 'ada@example.com'
const phone = '+12025550123'
const S = { session_duration_minutes: 30 }
const german = { 'accept-language': 'de-DE,de;q=0.9,en;q=0.8' }
const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'

async function inHarness(work: (harness: Harness) => Promise<void>, options: HarnessOptions = {}): Promise<void> {
  const storage = await openTestStorage('sqlite')
  try {
    await work(await createHarness(storage, options))
  } finally {
    await storage.close()
  }
}

/** The `X-SDK-Client` header of a client in a time zone. */
function sdkClient(timezone: unknown): Record<string, string> {
  return { 'x-sdk-client': Buffer.from(JSON.stringify({ timezone })).toString('base64') }
}

/** Every call that sends a message, with its recipient and whether it needs a session. */
const sends = [
  ['/magic_links/email/login_or_create', ada],
  ['/magic_links/email/send/primary', ada],
  ['/magic_links/email/send/secondary', 'work@example.com'],
  ['/otps/email/login_or_create', ada],
  ['/otps/email/send/primary', ada],
  ['/otps/email/send/secondary', 'work@example.com'],
  ['/otps/sms/login_or_create', phone],
  ['/otps/sms/send/secondary', phone],
  ['/otps/whatsapp/login_or_create', phone],
  ['/otps/whatsapp/send/secondary', phone],
  ['/passwords/email/reset/start', ada],
] as const

const inGerman = /\b(Der Link ist|Der Code ist|Er ist) \d+ (Minuten|Stunden?|Tage?) gültig\b/
const inFrench = /\b(expire dans) \d+ (minutes|heures?|jours?)\b/
const inEnglish = /\b(expires in) \d+ (minutes|hours?|days?)\b/

describe.each(sends)('%s', (path, to) => {
  /** Calls the endpoint, with a session if it needs one. */
  async function sender(harness: Harness) {
    const { token } = await harness.signIn(ada)
    const session = path.endsWith('secondary') ? token : null
    return (body: object, headers: Record<string, string> = {}) => send(harness, session, body, headers)
  }

  async function send(
    harness: Harness,
    session: string | null,
    body: object,
    headers: Record<string, string>,
  ): Promise<Message> {
    const wanted = { ...(to.startsWith('+') ? { phone_number: to } : { email: to }), ...body }
    expect((await harness.call('POST', path, wanted, { headers, session })).outcome).toBe('200')
    return harness.lastMessage(to)
  }

  it('writes the message in the language of `locale`, Accept-Language or the project, or in English', async () => {
    await inHarness(async (harness) => {
      const sendMessage = await sender(harness)
      expect((await sendMessage({ locale: 'fr-CA' }, german)).text).toMatch(inFrench)
      expect((await sendMessage({}, german)).text).toMatch(inGerman)
      expect((await sendMessage({ locale: 'xx' }, german)).text).toMatch(inGerman)
      expect((await sendMessage({ locale: 'en' }, german)).text).toMatch(inEnglish)
    })
    await inHarness(async (harness) => expect((await (await sender(harness))({})).text).toMatch(inEnglish))
    await inHarness(async (harness) => expect((await (await sender(harness))({})).text).toMatch(inFrench), {
      settings: { defaultLocale: 'fr' },
    })
  })
})

describe('the known language of a user', () => {
  it('uses the language of the last message whose code was used if the request names no language', () =>
    inHarness(async (harness) => {
      const code = async (headers: Record<string, string>): Promise<Message> => {
        const { data } = await harness.call('POST', '/otps/email/login_or_create', { email: ada }, { headers })
        const message = await harness.lastMessage(ada)
        const body = { token: message.codes[0], method_id: Object(data).method_id, ...S }
        expect((await harness.call('POST', '/otps/authenticate', body)).outcome).toBe('200')
        return message
      }
      expect((await code({})).text).toMatch(inEnglish)
      expect((await code(german)).text).toMatch(inGerman)
      expect((await code({})).text).toMatch(inGerman)
      expect((await code({ 'accept-language': 'en' })).text).toMatch(inEnglish)
      expect((await code({})).text).toMatch(inEnglish)
    }))

  it('does not remember the language of a message that was only sent', () =>
    inHarness(async (harness) => {
      await harness.signIn(ada)
      await harness.call('POST', '/otps/email/login_or_create', { email: ada, locale: 'ja' })
      await harness.call('POST', '/otps/email/login_or_create', { email: ada })
      expect((await harness.lastMessage(ada)).text).toMatch(inEnglish)
    }))

  it('remembers the language of a used link and of a password reset', () =>
    inHarness(async (harness) => {
      await harness.signIn(ada)
      await harness.call('POST', '/passwords/email/reset/start', { email: ada, locale: 'de' })
      const [link = ''] = (await harness.lastMessage(ada)).links
      const token = new URL(link).searchParams.get('token')
      const body = { token, password: 'correct horse battery 42', ...S }
      expect((await harness.call('POST', '/passwords/email/reset', body)).outcome).toBe('200')
      // The notice of the new password is in the language of the reset email.
      expect((await harness.lastMessage(ada)).subject).toMatch(/^Dein Passwort für Acme .* wurde geändert$/)
    }))

  it('prefers the known language of the user to that of the request in a security notice', () =>
    inHarness(async (harness) => {
      const { data } = await harness.call('POST', '/otps/email/login_or_create', { email: ada }, { headers: german })
      const token = (await harness.lastMessage(ada)).codes[0]
      const signedIn = await harness.call('POST', '/otps/authenticate', { token, method_id: data.method_id, ...S })
      const session = signedIn.data.session_token
      const attacker = { 'accept-language': 'ja', 'user-agent': chrome, ...sdkClient('Asia/Tokyo') }
      const added = await harness.call(
        ...(['POST', '/otps/sms/send/secondary', { phone_number: phone }, { session, headers: attacker }] as const),
      )
      const body = { token: (await harness.lastMessage(phone)).codes[0], method_id: added.data.method_id, ...S }
      await harness.call('POST', '/otps/authenticate', body, { session, headers: attacker })
      const notice = await harness.lastMessage(ada)
      expect(notice.text).toContain('hinzugefügt: eine Telefonnummer.')
      expect(notice.text).toMatch(/Zeit: .*\(UTC\+9\)\nGerät: Chrome auf Windows\n/)
    }))

  it('uses the language of the request if the language of the user is unknown', () =>
    inHarness(async (harness) => {
      const { token: session } = await harness.signIn(ada)
      const added = await harness.call('POST', '/otps/sms/send/secondary', { phone_number: phone }, { session })
      const body = { token: (await harness.lastMessage(phone)).codes[0], method_id: added.data.method_id, ...S }
      await harness.call('POST', '/otps/authenticate', body, { session, headers: german })
      expect((await harness.lastMessage(ada)).text).toContain('hinzugefügt: eine Telefonnummer.')
    }))
})

describe('the request details of a message', () => {
  async function details(headers: Record<string, string>, options: HarnessOptions = {}): Promise<string> {
    let found = ''
    await inHarness(async (harness) => {
      await harness.call('POST', '/otps/email/login_or_create', { email: ada }, { headers })
      found = /Time: .*\n(?:\w+: .*\n)*/.exec((await harness.lastMessage(ada)).text)?.[0] ?? ''
    }, options)
    return found
  }

  it('shows the time in the time zone of the client, and the device', async () => {
    expect(await details({ 'user-agent': chrome, ...sdkClient('America/New_York') })).toMatch(
      /^Time: \w+ \d+, \d{4}, \d+:\d\d [AP]M \(UTC-[45]\)\nDevice: Chrome on Windows\n$/,
    )
  })

  it.each([
    ['an unknown time zone', sdkClient('Mars/Olympus')],
    ['markup', sdkClient('<b>UTC</b>')],
    ['another type', sdkClient({ toString: 'x' })],
    ['invalid JSON', { 'x-sdk-client': 'AAAA' }],
    ['invalid base64', { 'x-sdk-client': '%%%' }],
    ['a header that is too long', sdkClient(`Europe/Berlin${' '.repeat(9_000)}`)],
    ['no header', {}],
  ])('shows the time in UTC for %s', async (_, headers) => {
    expect(await details({ 'user-agent': 'node', ...headers })).toMatch(/^Time: [^\n<]* \(UTC\)\n$/)
  })

  it('shows the country of a configured header', async () => {
    const config = { trustProxy: 1, countryHeader: 'cf-ipcountry' }
    expect(await details({ 'cf-ipcountry': 'de' }, { config })).toContain('Place: Germany\n')
    expect(await details({ 'cf-ipcountry': 'de' })).not.toContain('Place')
  })
})

describe('a reset mail', () => {
  it('does not claim that a user without a password has one [M5]', () =>
    inHarness(async (harness) => {
      await harness.signIn(ada)
      await harness.call('POST', '/passwords/email/reset/start', { email: ada })
      const { subject } = await harness.lastMessage(ada)
      expect(subject).toBe(`Set a password for ${harness.project.name} or log in`)
    }))
})

describe('logo and color of a project', () => {
  it('shows the logo and the color of the project in its emails', () =>
    inHarness(
      async (harness) => {
        await harness.call('POST', '/magic_links/email/login_or_create', { email: ada })
        const { html } = await harness.lastMessage(ada)
        expect(html).toContain('<img src="https://acme.example/logo.png" alt="Acme')
        expect(html).toContain('bgcolor="#5b5bd6"')
        expect(html).toContain('mailto:help@acme.example')
      },
      {
        settings: {
          logoUrl: 'https://acme.example/logo.png',
          brandColor: '#5b5bd6',
          supportEmail: 'help@acme.example',
        },
      },
    ))
})
