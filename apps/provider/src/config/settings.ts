import { readFileSync } from 'node:fs'
import { didYouMean } from '../did-you-mean.ts'
import { ConfigError, type ConfigProblems } from './config-error.ts'

export interface Setting {
  /** The environment variable; with the suffix `_FILE` it is the path of a file with the value. */
  env: string
  /** A second variable that hosting platforms set. */
  alias?: string
  /** Secrets have no flag: every user of the machine can see arguments. */
  flag?: string
}

/** A setting with its description in Markdown, for docs/provider.md and the help. */
export interface DocumentedSetting extends Setting {
  /** As a developer would write the type. */
  type: string
  /** The default value, or what is required. */
  default: string
  /** One line. */
  meaning: string
}

export type SettingName =
  | 'port'
  | 'host'
  | 'baseUrl'
  | 'databaseUrl'
  | 'dataDir'
  | 'masterKey'
  | 'smtpUrl'
  | 'mailFrom'
  | 'smsUrl'
  | 'smsSecret'
  | 'twilioAccountSid'
  | 'twilioAuthToken'
  | 'twilioFrom'
  | 'twilioWhatsappFrom'
  | 'hookSecret'
  | 'breachedPasswordsUrl'
  | 'breachedPasswordsDir'
  | 'disposableDomains'
  | 'trustProxy'
  | 'countryHeader'
  | 'trustTraceparent'
  | 'shutdownDelay'
  | 'metricsToken'
  | 'logLevel'
  | 'limits'

/** All settings, by their name in a configuration file, in the order of the documentation. */
export const settings: Record<SettingName, DocumentedSetting> = {
  baseUrl: {
    env: 'LATCHKEY_BASE_URL',
    flag: 'base-url',
    type: 'https URL without a path ([why](#one-host-for-pages-and-provider))',
    default: 'required',
    meaning: 'the public URL; links and issuers are built from it, never from a request',
  },
  databaseUrl: {
    env: 'LATCHKEY_DATABASE_URL',
    type: '`sqlite:<path>` or `postgres://…`',
    default: 'required',
    meaning: '[the database](#the-database)',
  },
  masterKey: {
    env: 'LATCHKEY_MASTER_KEY',
    type: '32 random bytes, base64 or hex; several separated by commas',
    default: 'required',
    meaning:
      'encrypts secrets in the database: the first key encrypts, all decrypt ([change it](scaling.md#master-key))',
  },
  port: {
    env: 'LATCHKEY_PORT',
    alias: 'PORT',
    flag: 'port',
    type: 'port',
    default: '`4000`',
    meaning: 'port to listen on',
  },
  host: {
    env: 'LATCHKEY_HOST',
    flag: 'host',
    type: 'address',
    default: '`0.0.0.0`',
    meaning: 'address to listen on; development always listens on 127.0.0.1',
  },
  trustProxy: {
    env: 'LATCHKEY_TRUST_PROXY',
    flag: 'trust-proxy',
    type: 'number, or networks separated by commas',
    default: '`0`',
    meaning:
      'number of proxies in front, or their networks (`10.0.0.0/8`); with 0 the client address is that of the connection',
  },
  smtpUrl: {
    env: 'LATCHKEY_SMTP_URL',
    type: '`smtp://…` or `smtps://…`',
    default: 'required, unless text messages are set up',
    meaning: 'mail server',
  },
  mailFrom: {
    env: 'LATCHKEY_MAIL_FROM',
    flag: 'mail-from',
    type: '`Name <address>`',
    default: 'required with a mail server',
    meaning: 'sender. New projects take its domain as `email_domains`; `doctor` reports projects with another one',
  },
  smsUrl: {
    env: 'LATCHKEY_SMS_URL',
    flag: 'sms-url',
    type: 'https URL',
    default: 'not set',
    meaning: 'HTTP hook for SMS and WhatsApp; requests are [signed](delivery.md#http-hook-for-sms-and-whatsapp)',
  },
  smsSecret: {
    env: 'LATCHKEY_SMS_SECRET',
    type: '`whsec_…`, or text of 32 characters or more',
    default: 'required with the hook',
    meaning: 'signs requests of the hook; create one with `latchkey webhook-secret create`',
  },
  twilioAccountSid: {
    env: 'LATCHKEY_TWILIO_ACCOUNT_SID',
    type: 'text',
    default: 'not set',
    meaning: 'Twilio for SMS and WhatsApp, instead of the hook',
  },
  twilioAuthToken: {
    env: 'LATCHKEY_TWILIO_AUTH_TOKEN',
    type: 'text',
    default: 'required with Twilio',
    meaning: 'authenticates requests to Twilio, and its [inbound webhooks](delivery.md#inbound-webhooks)',
  },
  twilioFrom: {
    env: 'LATCHKEY_TWILIO_FROM',
    type: 'phone number, or `MG…` messaging service',
    default: 'required with Twilio',
    meaning: '[sender](delivery.md#twilio-for-sms-and-whatsapp) of SMS',
  },
  twilioWhatsappFrom: {
    env: 'LATCHKEY_TWILIO_WHATSAPP_FROM',
    type: 'phone number',
    default: '`LATCHKEY_TWILIO_FROM`',
    meaning: 'sender of WhatsApp messages',
  },
  hookSecret: {
    env: 'LATCHKEY_HOOK_SECRET',
    type: '`whsec_…`, or text of 32 characters or more',
    default: 'not set: no inbound webhooks',
    meaning: 'authenticates inbound webhooks at [`/v1/hooks/*`](delivery.md#inbound-webhooks)',
  },
  countryHeader: {
    env: 'LATCHKEY_COUNTRY_HEADER',
    flag: 'country-header',
    type: 'name of a header',
    default: 'not set',
    meaning:
      "header in which a trusted proxy puts the client's country (ISO 3166), such as `cf-ipcountry`; [messages](messages.md#what-each-message-contains) then name it. Requires `LATCHKEY_TRUST_PROXY`",
  },
  trustTraceparent: {
    env: 'LATCHKEY_TRUST_TRACEPARENT',
    flag: 'trust-traceparent',
    type: '`true`, `false`',
    default: '`false`',
    meaning:
      'requests that a trusted proxy passes on continue the trace of their `traceparent` header ([why not by default](observability.md#traces-that-begin-before-the-provider)). Requires `LATCHKEY_TRUST_PROXY`',
  },
  shutdownDelay: {
    env: 'LATCHKEY_SHUTDOWN_DELAY',
    flag: 'shutdown-delay',
    type: 'whole seconds, 0 to 60',
    default: '`0`',
    meaning:
      'time after SIGTERM in which `/health/ready` responds with 503 before connections are closed; set 5 behind a load balancer',
  },
  breachedPasswordsUrl: {
    env: 'LATCHKEY_BREACHED_PASSWORDS_URL',
    flag: 'breached-passwords-url',
    type: 'https URL',
    default: 'not set: only a built-in list of common passwords',
    meaning:
      'range service with the interface of Have I Been Pwned; five digits of a hash are sent to it. If it does not respond within a second, the password is accepted and `latchkey_breach_checks_total` counts it',
  },
  breachedPasswordsDir: {
    env: 'LATCHKEY_BREACHED_PASSWORDS_DIR',
    flag: 'breached-passwords-dir',
    type: 'folder',
    default: 'not set',
    meaning: 'range files, `ABCDE.txt`, instead of the service or in addition',
  },
  disposableDomains: {
    env: 'LATCHKEY_DISPOSABLE_DOMAINS',
    type: 'domains, one a line; usually a file, `LATCHKEY_DISPOSABLE_DOMAINS_FILE`',
    default: 'not set',
    meaning: 'domains of short-lived mailboxes, which no organization can [have](business/domains.md)',
  },
  metricsToken: {
    env: 'LATCHKEY_METRICS_TOKEN',
    type: 'text of 32 characters or more',
    default: 'not set: no `/metrics` in production',
    meaning: 'enables [`/metrics`](#monitoring) for `Authorization: Bearer <token>`',
  },
  limits: {
    env: 'LATCHKEY_LIMITS',
    type: 'JSON; in a configuration file, an object',
    default: '[the defaults](rate-limits.md#all-limits)',
    meaning: 'rate limits by name',
  },
  logLevel: {
    env: 'LATCHKEY_LOG_LEVEL',
    flag: 'log-level',
    type: '`debug`, `info`, `warn`, `error`, `silent`',
    default: '`info`; in development `warn`',
    meaning: 'least level of the lines in the log',
  },
  dataDir: {
    env: 'LATCHKEY_DATA_DIR',
    flag: 'data-dir',
    type: 'folder',
    default: '`.latchkey/dev`',
    meaning: 'folder of the database of a development provider',
  },
}

const configFile: Setting = { env: 'LATCHKEY_CONFIG', flag: 'config' }

/**
 * Variables that applications use for their own settings. The provider ignores them, so that it can share an
 * environment with an application.
 */
const applicationNames: readonly string[] = [
  ...['LATCHKEY_PROJECT_ID', 'LATCHKEY_PUBLIC_TOKEN', 'LATCHKEY_SECRET', 'LATCHKEY_SECRET_KEY'],
  ...['LATCHKEY_SECRET_KEY_ID', 'LATCHKEY_PROJECT_SECRET', 'LATCHKEY_API_KEY', 'LATCHKEY_CLIENT_ID'],
  ...['LATCHKEY_CLIENT_SECRET', 'LATCHKEY_URL', 'LATCHKEY_API_URL', 'LATCHKEY_API_DOMAIN', 'LATCHKEY_DOMAIN'],
  ...['LATCHKEY_PROVIDER_URL', 'LATCHKEY_ISSUER', 'LATCHKEY_JWKS_URL', 'LATCHKEY_AUDIENCE'],
  // Of @latchkey/nextjs.
  ...['LATCHKEY_SERVER_URL', 'LATCHKEY_SIGN_IN_PATH', 'LATCHKEY_COOKIE_NAME', 'LATCHKEY_COOKIE_DOMAIN'],
  ...['LATCHKEY_TRUST_SIBLING_HOSTS'],
]

/** A value and its source, so that an error names what the operator wrote. */
export interface Found {
  value: string
  source: string
  /** The reason if it cannot be read. */
  problem?: ConfigError
}

export type FoundSettings = Partial<Record<SettingName, Found>>

export interface SettingSources {
  flags: Record<string, string | undefined>
  env: Record<string, string | undefined>
}

/** Reads the flag, else the environment, else `*_FILE`, else the configuration file. Unknown names are problems. */
export function findSettings({ flags, env }: SettingSources, problems: ConfigProblems): FoundSettings {
  rejectUnknown(env, problems)
  const path = problems.read(() => lookUp(configFile, flags, env))
  const file = path === undefined ? {} : readConfigFile(path, problems)
  const found: FoundSettings = {}
  for (const [name, setting] of Object.entries(settings) as [SettingName, Setting][]) {
    const value = lookUp(setting, flags, env) ?? file[name]
    if (value?.value === '' && value.problem === undefined) value.problem = new ConfigError(value.source, 'is empty')
    if (value?.problem) problems.add(value.problem)
    if (value) found[name] = value
  }
  return found
}

function rejectUnknown(env: Record<string, string | undefined>, problems: ConfigProblems): void {
  const names = [...Object.values(settings), configFile].map(({ env: name }) => name)
  const known = new Set([...names, ...applicationNames].flatMap((name) => [name, `${name}_FILE`]))
  for (const name of Object.keys(env).sort()) {
    if (!name.startsWith('LATCHKEY_') || known.has(name)) continue
    problems.add(new ConfigError(name, `is not a setting.${didYouMean(name, names)}`))
  }
}

function lookUp(setting: Setting, flags: SettingSources['flags'], env: SettingSources['env']): Found | undefined {
  const flag = setting.flag && flags[setting.flag]
  if (flag !== undefined) return { value: flag.trim(), source: `--${setting.flag}` }
  for (const source of [setting.env, setting.alias]) {
    const value = source === undefined ? undefined : env[source]
    // Hosting platforms set an alias (PORT) even when it is empty.
    if (source !== undefined && value !== undefined && !(source === setting.alias && value === '')) {
      return { value: value.trim(), source }
    }
  }
  const source = `${setting.env}_FILE`
  const path = env[source]
  if (path === undefined) return undefined
  const text = readText(path)
  return text === null
    ? { value: '', source, problem: new ConfigError(source, 'points to a file that cannot be read') }
    : { value: text.trim(), source }
}

function readConfigFile(path: Found, problems: ConfigProblems): FoundSettings {
  const content = problems.read(() => parseConfigFile(path))
  const found: FoundSettings = {}
  for (const [name, value] of Object.entries(content ?? {})) {
    const source = `${name} in ${path.value}`
    if (!Object.hasOwn(settings, name)) {
      problems.add(new ConfigError(source, `is not a setting.${didYouMean(name, Object.keys(settings))}`))
      continue
    }
    const text = name === 'limits' ? JSON.stringify(value) : value
    const isText = typeof text === 'string' || typeof text === 'number'
    found[name as SettingName] = isText
      ? { value: String(text).trim(), source }
      : { value: '', source, problem: new ConfigError(source, 'must be a string or a number') }
  }
  return found
}

function parseConfigFile({ value, source, problem }: Found): object {
  const text = problem ? null : readText(value)
  if (text === null) throw problem ?? new ConfigError(source, 'points to a file that cannot be read')
  let content: unknown
  try {
    content = JSON.parse(text)
  } catch {
    throw new ConfigError(source, 'points to a file that is not valid JSON')
  }
  if (typeof content !== 'object' || content === null || Array.isArray(content))
    throw new ConfigError(source, 'points to a file that is not a JSON object')
  return content
}

function readText(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}
