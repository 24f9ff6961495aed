import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { readDevelopmentConfig, readProductionConfig } from './read-config.ts'

const folder = mkdtempSync(join(tmpdir(), 'latchkey-config-'))
afterAll(() => rmSync(folder, { recursive: true }))

function file(name: string, content: string): string {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

const key = Buffer.from(Array.from({ length: 32 }, (_, index) => (index * 73 + 11) % 256))
const good = {
  LATCHKEY_BASE_URL: 'https://auth.example.com',
  LATCHKEY_DATABASE_URL: 'postgres://latchkey:secret@db/latchkey',
  LATCHKEY_MASTER_KEY: key.toString('base64'),
  LATCHKEY_SMTP_URL: 'smtps://me:secret@mail.example.com',
  LATCHKEY_MAIL_FROM: 'Example <sign-in@example.com>',
}
const read = (env: Record<string, string>, flags: Record<string, string> = {}) =>
  readProductionConfig({ flags, env: { ...good, ...env } })

describe('readProductionConfig', () => {
  it('reads all settings from the environment', () => {
    expect(read({ PATH: '/bin', LATCHKEY_TRUST_PROXY: '10.0.0.0/8, ::1', LATCHKEY_PORT: '8080' })).toEqual({
      baseUrl: 'https://auth.example.com',
      database: { engine: 'postgres', url: 'postgres://latchkey:secret@db/latchkey' },
      masterKeys: [{ id: expect.stringMatching(/^[0-9a-f]{12}$/), key: new Uint8Array(key) }],
      port: 8080,
      host: '0.0.0.0',
      smtp: { url: 'smtps://me:secret@mail.example.com', from: 'Example <sign-in@example.com>' },
      sms: null,
      twilio: null,
      hookSecret: undefined,
      breachedPasswords: { url: undefined, directory: undefined },
      disposableDomains: new Set(),
      trustProxy: ['10.0.0.0/8', '::1'],
      countryHeader: undefined,
      trustTraceparent: false,
      shutdownDelayMs: 0,
      metricsToken: undefined,
      limits: undefined,
      logLevel: 'info',
    })
  })

  it('prefers the flag to the environment, *_FILE, the configuration file and the default, in this order', () => {
    const config = file('order.json', '{ "port": 1, "host": "file" }')
    const portFile = file('port', '2\n')
    const ports = [
      read({}),
      read({ LATCHKEY_CONFIG: config }),
      read({ LATCHKEY_CONFIG: config, LATCHKEY_PORT_FILE: portFile }),
      read({ LATCHKEY_CONFIG: config, LATCHKEY_PORT_FILE: portFile, PORT: '3' }),
      read({ LATCHKEY_CONFIG: config, LATCHKEY_PORT_FILE: portFile, PORT: '3', LATCHKEY_PORT: '4' }),
      read({ LATCHKEY_CONFIG: config, LATCHKEY_PORT: '4' }, { port: '5' }),
      read({ LATCHKEY_PORT: '4' }, { config }),
    ]
    expect(ports.map(({ port }) => port)).toEqual([4000, 1, 2, 3, 4, 5, 4])
    expect(read({}, { config }).host).toBe('file')
  })

  it('reads every secret from the file named by *_FILE', () => {
    const { LATCHKEY_BASE_URL, LATCHKEY_MAIL_FROM, ...inFiles } = {
      ...good,
      LATCHKEY_SMS_SECRET: key.toString('hex'),
      LATCHKEY_HOOK_SECRET: `hook-${key.toString('hex')}`,
      LATCHKEY_METRICS_TOKEN: `metrics-${key.toString('hex')}`,
    }
    const files = Object.entries(inFiles).map(([name, value]) => [`${name}_FILE`, file(name, `${value}\n`)])
    const env = { LATCHKEY_BASE_URL, LATCHKEY_MAIL_FROM, LATCHKEY_SMS_URL: 'https://hook.example/sms' }
    const config = readProductionConfig({ flags: {}, env: { ...env, ...Object.fromEntries(files) } })
    expect(config).toMatchObject({
      database: { url: good.LATCHKEY_DATABASE_URL },
      masterKeys: [{ key: new Uint8Array(key) }],
      smtp: { url: good.LATCHKEY_SMTP_URL },
      sms: { secret: inFiles.LATCHKEY_SMS_SECRET },
      hookSecret: inFiles.LATCHKEY_HOOK_SECRET,
      metricsToken: inFiles.LATCHKEY_METRICS_TOKEN,
    })
  })

  it('reads several master keys in their order', () => {
    const other = Buffer.from(key).reverse()
    const { masterKeys } = read({ LATCHKEY_MASTER_KEY: `${other.toString('hex')}, ${key.toString('base64url')}` })
    expect(masterKeys.map((read) => Buffer.from(read.key))).toEqual([other, key])
  })

  it('reads limits as JSON, or as an object of the configuration file', () => {
    const limits = { sends_per_ip: { limit: 50, windowMs: 60_000 } }
    const config = file('limits.json', JSON.stringify({ limits }))
    expect([read({ LATCHKEY_LIMITS: JSON.stringify(limits) }).limits, read({}, { config }).limits]).toEqual([
      limits,
      limits,
    ])
  })

  it('reads the URL and the directory of breached passwords', () => {
    const env = {
      LATCHKEY_BREACHED_PASSWORDS_URL: 'https://ranges.example/range/',
      LATCHKEY_BREACHED_PASSWORDS_DIR: '/ranges',
    }
    expect(read(env).breachedPasswords).toEqual({ url: 'https://ranges.example/range/', directory: '/ranges' })
  })

  it('reads the domains of short-lived mailboxes from a file', () => {
    const LATCHKEY_DISPOSABLE_DOMAINS_FILE = file('disposable.txt', '# own list\nTrash.example\n\nmail.example # too\n')
    expect(read({ LATCHKEY_DISPOSABLE_DOMAINS_FILE }).disposableDomains).toEqual(
      new Set(['trash.example', 'mail.example']),
    )
  })

  it('accepts a webhook for text messages instead of mail', () => {
    const { LATCHKEY_SMTP_URL: _url, LATCHKEY_MAIL_FROM: _from, ...rest } = good
    const env = { ...rest, LATCHKEY_SMS_URL: 'https://hook.example/sms', LATCHKEY_SMS_SECRET: key.toString('hex') }
    const { smtp, sms } = readProductionConfig({ flags: {}, env })
    expect([smtp, sms]).toEqual([null, { url: 'https://hook.example/sms', secret: key.toString('hex') }])
  })

  it('accepts Twilio instead of a webhook, with all its settings and a valid sender', () => {
    const { LATCHKEY_SMTP_URL: _url, LATCHKEY_MAIL_FROM: _from, ...rest } = good
    const twilio = { LATCHKEY_TWILIO_ACCOUNT_SID: 'AC1', LATCHKEY_TWILIO_AUTH_TOKEN: 'token' }
    const read = (more: Record<string, string>) => () =>
      readProductionConfig({ flags: {}, env: { ...rest, ...twilio, ...more } }).twilio
    const sender = { LATCHKEY_TWILIO_FROM: '+15005550006' }
    expect(read(sender)()).toEqual({
      accountSid: 'AC1',
      authToken: 'token',
      from: '+15005550006',
      whatsappFrom: undefined,
    })
    expect(read({})).toThrow('LATCHKEY_TWILIO_FROM is missing')
    expect(read({ LATCHKEY_TWILIO_FROM: 'Acme' })).toThrow('LATCHKEY_TWILIO_FROM must be a phone number')
    const hook = { LATCHKEY_SMS_URL: 'https://hook.example/sms', LATCHKEY_SMS_SECRET: key.toString('hex') }
    expect(read({ ...sender, ...hook })).toThrow('both set')
    expect(read({ ...sender, LATCHKEY_HOOK_SECRET: 'short' })).toThrow('LATCHKEY_HOOK_SECRET')
  })
})

describe('a broken configuration', () => {
  const secret = key.toString('hex')
  /** The changed settings, and the start of the error message. */
  const mutations: [Record<string, string | undefined>, string][] = [
    [{ LATCHKEY_BASE_URL: undefined }, 'LATCHKEY_BASE_URL is missing'],
    [{ LATCHKEY_BASE_URL: '' }, 'LATCHKEY_BASE_URL'],
    [{ LATCHKEY_BASE_URL: 'auth.example.com' }, 'LATCHKEY_BASE_URL'],
    [{ LATCHKEY_BASE_URL: 'http://auth.example.com' }, 'LATCHKEY_BASE_URL'],
    [{ LATCHKEY_BASE_URL: 'https://auth.example.com/path' }, 'LATCHKEY_BASE_URL'],
    [{ LATCHKEY_BASE_URL: 'https://user@auth.example.com' }, 'LATCHKEY_BASE_URL'],
    [{ LATCHKEY_BASE_URL: 'ftp://auth.example.com' }, 'LATCHKEY_BASE_URL'],
    [{ LATCHKEY_DATABASE_URL: undefined }, 'LATCHKEY_DATABASE_URL is missing'],
    [{ LATCHKEY_DATABASE_URL: 'mysql://db/x' }, 'LATCHKEY_DATABASE_URL'],
    [{ LATCHKEY_DATABASE_URL: 'sqlite:' }, 'LATCHKEY_DATABASE_URL'],
    [{ LATCHKEY_DATABASE_URL: 'sqlite::memory:' }, 'LATCHKEY_DATABASE_URL'],
    [{ LATCHKEY_MASTER_KEY: undefined }, 'LATCHKEY_MASTER_KEY is missing'],
    [{ LATCHKEY_MASTER_KEY: 'changeme' }, 'LATCHKEY_MASTER_KEY'],
    [{ LATCHKEY_MASTER_KEY: 'a'.repeat(43) }, 'LATCHKEY_MASTER_KEY'],
    [{ LATCHKEY_MASTER_KEY: '0'.repeat(64) }, 'LATCHKEY_MASTER_KEY'],
    [{ LATCHKEY_MASTER_KEY: 'correct horse battery staple' }, 'LATCHKEY_MASTER_KEY'],
    [{ LATCHKEY_MASTER_KEY: btoa('our-very-secret-pass-phrase-2026') }, 'LATCHKEY_MASTER_KEY is too weak'],
    [{ LATCHKEY_MASTER_KEY: 'thepassphraseofourcompanyisfortythreelongok' }, 'LATCHKEY_MASTER_KEY is too weak'],
    [{ LATCHKEY_MASTER_KEY: `${secret},` }, 'LATCHKEY_MASTER_KEY'],
    [{ LATCHKEY_MASTER_KEY: `${secret},${secret}` }, 'LATCHKEY_MASTER_KEY'],
    [{ LATCHKEY_MASTER_KEY: undefined, LATCHKEY_MASTER_KEY_FILE: '/nowhere' }, 'LATCHKEY_MASTER_KEY_FILE'],
    [{ LATCHKEY_SMTP_URL: undefined, LATCHKEY_MAIL_FROM: undefined }, 'LATCHKEY_SMTP_URL is missing'],
    [{ LATCHKEY_SMTP_URL: undefined }, 'LATCHKEY_SMTP_URL is missing'],
    [{ LATCHKEY_SMTP_URL: 'mail.example.com' }, 'LATCHKEY_SMTP_URL'],
    [{ LATCHKEY_MAIL_FROM: undefined }, 'LATCHKEY_MAIL_FROM is missing'],
    [{ LATCHKEY_MAIL_FROM: 'no address' }, 'LATCHKEY_MAIL_FROM'],
    [{ LATCHKEY_SMS_URL: 'https://hook.example' }, 'LATCHKEY_SMS_SECRET is missing'],
    [{ LATCHKEY_SMS_URL: 'http://hook.example', LATCHKEY_SMS_SECRET: secret }, 'LATCHKEY_SMS_URL'],
    [{ LATCHKEY_SMS_URL: 'https://hook.example', LATCHKEY_SMS_SECRET: 'short' }, 'LATCHKEY_SMS_SECRET'],
    [
      { LATCHKEY_SMS_URL: 'https://hook.example', LATCHKEY_SMS_SECRET: `whsec_${'~'.repeat(40)}` },
      'LATCHKEY_SMS_SECRET must be whsec_ followed by the base64 of 24 to 64 random bytes',
    ],
    [{ LATCHKEY_BREACHED_PASSWORDS_URL: 'http://ranges.example' }, 'LATCHKEY_BREACHED_PASSWORDS_URL'],
    [{ LATCHKEY_DISPOSABLE_DOMAINS: 'trash.example\nno domain' }, 'LATCHKEY_DISPOSABLE_DOMAINS'],
    [{ LATCHKEY_PORT: 'http' }, 'LATCHKEY_PORT'],
    [{ LATCHKEY_PORT: '70000' }, 'LATCHKEY_PORT'],
    [{ LATCHKEY_PORT: '-1' }, 'LATCHKEY_PORT'],
    [{ PORT: '4000x' }, 'PORT'],
    [{ LATCHKEY_TRUST_PROXY: 'yes' }, 'LATCHKEY_TRUST_PROXY'],
    [{ LATCHKEY_COUNTRY_HEADER: 'cf-ipcountry' }, 'LATCHKEY_COUNTRY_HEADER'],
    [{ LATCHKEY_COUNTRY_HEADER: 'a b', LATCHKEY_TRUST_PROXY: '1' }, 'LATCHKEY_COUNTRY_HEADER'],
    [{ LATCHKEY_TRUST_TRACEPARENT: 'true' }, 'LATCHKEY_TRUST_TRACEPARENT'],
    [{ LATCHKEY_TRUST_TRACEPARENT: 'yes', LATCHKEY_TRUST_PROXY: '1' }, 'LATCHKEY_TRUST_TRACEPARENT'],
    [{ LATCHKEY_TRUST_PROXY: '10.0.0.0/33' }, 'LATCHKEY_TRUST_PROXY'],
    [{ LATCHKEY_TRUST_PROXY: '0.0.0.0/0' }, 'LATCHKEY_TRUST_PROXY'],
    [{ LATCHKEY_TRUST_PROXY: '10.0.0.0/8,::/00' }, 'LATCHKEY_TRUST_PROXY'],
    [{ LATCHKEY_LOG_LEVEL: 'loud' }, 'LATCHKEY_LOG_LEVEL'],
    [{ LATCHKEY_METRICS_TOKEN: 'short' }, 'LATCHKEY_METRICS_TOKEN'],
    [{ LATCHKEY_LIMITS: '{' }, 'LATCHKEY_LIMITS'],
    [{ LATCHKEY_LIMITS: '[]' }, 'LATCHKEY_LIMITS'],
    [{ LATCHKEY_LIMITS: '{"sends":{"limit":1,"windowMs":1}}' }, 'LATCHKEY_LIMITS contains sends'],
    [{ LATCHKEY_LIMITS: '{"sends_per_ip":{"limit":0,"windowMs":1}}' }, 'LATCHKEY_LIMITS contains sends_per_ip'],
    [{ LATCHKEY_LIMITS: '{"sends_per_ip":null}' }, 'LATCHKEY_LIMITS contains sends_per_ip'],
    [{ LATCHKEY_BASEURL: 'https://auth.example.com' }, 'LATCHKEY_BASEURL is not a setting'],
    [{ LATCHKEY_CONFIG: '/nowhere.json' }, 'LATCHKEY_CONFIG'],
    [{ LATCHKEY_CONFIG: file('broken.json', '{') }, 'LATCHKEY_CONFIG'],
    [{ LATCHKEY_CONFIG: file('list.json', '[]') }, 'LATCHKEY_CONFIG'],
    [
      { LATCHKEY_CONFIG: file('unknown.json', '{"prot": 1}') },
      `prot in ${join(folder, 'unknown.json')} is not a setting`,
    ],
    [{ LATCHKEY_CONFIG: file('proto.json', '{"__proto__": 1}') }, `__proto__ in ${join(folder, 'proto.json')}`],
    [{ LATCHKEY_CONFIG: file('nested.json', '{"port": {}}') }, `port in ${join(folder, 'nested.json')}`],
  ]

  it.each(mutations)('rejects the configuration %j by name (F19)', (mutation, complaint) => {
    const env: Record<string, string | undefined> = { ...good, ...mutation }
    for (const [name, value] of Object.entries(env)) if (value === undefined) delete env[name]
    let message = 'started'
    try {
      readProductionConfig({ flags: {}, env })
    } catch (error) {
      message = (error as Error).message
    }
    expect(message.slice(0, complaint.length)).toBe(complaint)
    const secrets = Object.entries(mutation).filter(([name, value]) => /_KEY|_SECRET|_TOKEN/.test(name) && value)
    for (const [, value] of secrets) expect(message).not.toContain(value)
  })
})

describe('several problems of a configuration', () => {
  it('reports all problems of a configuration together, each by name', () => {
    const env: Record<string, string | undefined> = {
      ...good,
      LATCHKEY_BASE_URL: 'https://example.com/auth',
      LATCHKEY_MASTER_KEY: undefined,
      LATCHKEY_LOG_LEVEL: 'loud',
      LATCHKEY_SMPT_URL: 'smtp://mail.example.com',
      LATCHKEY_CONFIG: file('two.json', '{"prot": 1, "shutdownDelay": "soon"}'),
    }
    delete env.LATCHKEY_MASTER_KEY
    const message = problemsOf(env)
    expect(message.split('\n')).toEqual([
      '6 settings are wrong:',
      '  LATCHKEY_SMPT_URL is not a setting. Did you mean LATCHKEY_SMTP_URL?',
      `  prot in ${join(folder, 'two.json')} is not a setting. Did you mean port?`,
      expect.stringMatching(/^ {2}LATCHKEY_BASE_URL must be an origin such as.*One host for pages and provider/),
      '  LATCHKEY_MASTER_KEY is missing',
      `  shutdownDelay in ${join(folder, 'two.json')} must be whole seconds: 0 to 60`,
      '  LATCHKEY_LOG_LEVEL must be one of debug, info, warn, error, silent',
    ])
  })

  it('reports an unreadable file once, and not also as a missing setting', () => {
    const { LATCHKEY_MASTER_KEY: _key, ...rest } = good
    expect(problemsOf({ ...rest, LATCHKEY_MASTER_KEY_FILE: '/nowhere', LATCHKEY_PORT: 'x' }).split('\n')).toEqual([
      '2 settings are wrong:',
      '  LATCHKEY_MASTER_KEY_FILE points to a file that cannot be read',
      '  LATCHKEY_PORT must be a port: 0 to 65535',
    ])
  })

  it('does not report variables of applications', () => {
    const env = {
      ...good,
      LATCHKEY_PROJECT_ID: 'project-live-1',
      LATCHKEY_PUBLIC_TOKEN: 'public-token-live-1',
      LATCHKEY_SECRET: 'secret-live-1',
      LATCHKEY_SECRET_KEY: 'secret-live-1',
      LATCHKEY_API_URL: 'https://auth.example.com',
      LATCHKEY_SERVER_URL: 'http://10.0.0.1:4000',
      LATCHKEY_SIGN_IN_PATH: '/login',
      LATCHKEY_COOKIE_NAME: '__Host-latchkey_session',
      LATCHKEY_COOKIE_DOMAIN: 'example.com',
      LATCHKEY_TRUST_SIBLING_HOSTS: 'true',
    }
    expect(() => readProductionConfig({ flags: {}, env })).not.toThrow()
  })

  function problemsOf(env: Record<string, string | undefined>): string {
    try {
      readProductionConfig({ flags: {}, env })
    } catch (error) {
      return (error as Error).message
    }
    return 'no problem'
  }
})

describe('readDevelopmentConfig', () => {
  it('uses defaults for all settings of a development provider', () => {
    expect(readDevelopmentConfig({ flags: {}, env: {} })).toEqual({
      port: 4000,
      dataDir: '.latchkey/dev',
      logLevel: 'warn',
    })
  })

  it('ignores an empty PORT, as hosts set it, and rejects an empty LATCHKEY_PORT', () => {
    expect(readDevelopmentConfig({ flags: {}, env: { PORT: '' } }).port).toBe(4000)
    expect(() => readDevelopmentConfig({ flags: {}, env: { LATCHKEY_PORT: '' } })).toThrow('LATCHKEY_PORT is empty')
  })
})
