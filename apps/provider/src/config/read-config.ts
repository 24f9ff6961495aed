import type { Limit, LimitName, LogLevel } from '@latchkey/server'
import { parseSender, parseSmtpUrl } from '@latchkey/server/node'
import { ConfigError, type ConfigProblems, createConfigProblems } from './config-error.ts'
import {
  type Found,
  type FoundSettings,
  findSettings,
  type SettingName,
  type SettingSources,
  settings,
} from './settings.ts'
import {
  type DatabaseAddress,
  type ReadMasterKey,
  readBaseUrl,
  readCountryHeader,
  readDatabaseUrl,
  readDomains,
  readHookUrl,
  readLimits,
  readLogLevel,
  readMasterKeys,
  readPort,
  readSecret,
  readShutdownDelay,
  readTrustProxy,
  readTrustTraceparent,
  readWebhookSecret,
} from './values.ts'

export interface DevelopmentConfig {
  port: number
  dataDir: string
  logLevel: LogLevel
}

/** The settings that are needed to open the database of a production provider. */
export interface StoreConfig {
  baseUrl: string
  database: DatabaseAddress
  masterKeys: [ReadMasterKey, ...ReadMasterKey[]]
  /** Domains of short-lived mailboxes. */
  disposableDomains: ReadonlySet<string>
  limits: Partial<Record<LimitName, Limit>> | undefined
}

export interface ProductionConfig extends StoreConfig {
  port: number
  host: string
  smtp: { url: string; from: string } | null
  sms: { url: string; secret: string } | null
  twilio: { accountSid: string; authToken: string; from: string; whatsappFrom: string | undefined } | null
  /** Authenticates inbound webhooks of carriers. */
  hookSecret: string | undefined
  /** Sources of breached passwords: a service, a directory, both or none. */
  breachedPasswords: { url: string | undefined; directory: string | undefined }
  trustProxy: number | string[]
  /** The header in which a trusted proxy sends the country of the client. */
  countryHeader: string | undefined
  /** Whether a trusted proxy decides which trace a request belongs to. */
  trustTraceparent: boolean
  /** How long `/health/ready` responds with 503 before the provider stops. */
  shutdownDelayMs: number
  metricsToken: string | undefined
  logLevel: LogLevel
}

const defaultPort = 4000
const secretLength = 32

export function readDevelopmentConfig(sources: SettingSources): DevelopmentConfig {
  return collect(sources, (found, problems) => ({
    port: problems.read(() => optional(found.port, readPort)) ?? defaultPort,
    dataDir: problems.read(() => optional(found.dataDir, textOf)) ?? '.latchkey/dev',
    logLevel: problems.read(() => optional(found.logLevel, readLogLevel)) ?? 'warn',
  }))
}

export function readStoreConfig(sources: SettingSources): StoreConfig {
  return collect(sources, storeConfig)
}

/** The domain of the configured mail sender: the default of `email_domains` in a new project. */
export function readSenderDomain(sources: SettingSources): string | undefined {
  const { mailFrom } = findSettings(sources, createConfigProblems())
  if (mailFrom === undefined || mailFrom.problem) return undefined
  try {
    return parseSender(mailFrom.value).address.split('@').at(-1)?.toLowerCase()
  } catch {
    return undefined
  }
}

/** Validates all settings and reports all problems together. */
export function readProductionConfig(sources: SettingSources): ProductionConfig {
  return collect(sources, (found, problems) => {
    const { read } = problems
    const smtp = found.smtpUrl || found.mailFrom ? smtpConfig(found, problems) : null
    const sms = found.smsUrl || found.smsSecret ? smsConfig(found, problems) : null
    const hasTwilio = found.twilioAccountSid || found.twilioAuthToken || found.twilioFrom
    const twilio = hasTwilio ? twilioConfig(found, problems) : null
    if (sms && twilio)
      problems.add(new ConfigError(settings.smsUrl.env, 'and Twilio are both set: choose one for text messages'))
    if (!smtp && !sms && !twilio)
      problems.add(
        new ConfigError(
          settings.smtpUrl.env,
          'is missing: without mail or text messages users receive no link and no code',
        ),
      )
    return {
      ...storeConfig(found, problems),
      port: read(() => optional(found.port, readPort)) ?? defaultPort,
      host: read(() => optional(found.host, textOf)) ?? '0.0.0.0',
      ...{ smtp, sms, twilio },
      hookSecret: read(() => optional(found.hookSecret, (secret) => readWebhookSecret(secret, secretLength))),
      breachedPasswords: {
        url: read(() => optional(found.breachedPasswordsUrl, readHookUrl)),
        directory: read(() => optional(found.breachedPasswordsDir, textOf)),
      },
      trustProxy: read(() => optional(found.trustProxy, readTrustProxy)) ?? 0,
      countryHeader: read(() => optional(found.countryHeader, (header) => readCountryHeader(header, found.trustProxy))),
      trustTraceparent:
        read(() => optional(found.trustTraceparent, (value) => readTrustTraceparent(value, found.trustProxy))) ?? false,
      shutdownDelayMs: read(() => optional(found.shutdownDelay, readShutdownDelay)) ?? 0,
      metricsToken: read(() => optional(found.metricsToken, (token) => readSecret(token, secretLength))),
      logLevel: read(() => optional(found.logLevel, readLogLevel)) ?? 'info',
    }
  })
}

/** Reads all settings, then throws if any of them is invalid. */
function collect<T>(sources: SettingSources, read: (found: FoundSettings, problems: ConfigProblems) => T): T {
  const problems = createConfigProblems()
  const config = read(findSettings(sources, problems), problems)
  problems.throwIfAny()
  return config
}

function storeConfig(found: FoundSettings, { read }: ConfigProblems): StoreConfig {
  return {
    baseUrl: read(() => readBaseUrl(required(found, 'baseUrl'))),
    database: read(() => readDatabaseUrl(required(found, 'databaseUrl'))),
    masterKeys: read(() => readMasterKeys(required(found, 'masterKey'))),
    disposableDomains: read(() => optional(found.disposableDomains, readDomains)) ?? new Set(),
    limits: read(() => optional(found.limits, readLimits)),
  }
}

function smtpConfig(found: FoundSettings, { read }: ConfigProblems): ProductionConfig['smtp'] {
  return {
    url: read(() => validated(required(found, 'smtpUrl'), parseSmtpUrl)),
    from: read(() => validated(required(found, 'mailFrom'), parseSender)),
  }
}

function smsConfig(found: FoundSettings, { read }: ConfigProblems): ProductionConfig['sms'] {
  return {
    url: read(() => readHookUrl(required(found, 'smsUrl'))),
    secret: read(() => readWebhookSecret(required(found, 'smsSecret'), secretLength)),
  }
}

function twilioConfig(found: FoundSettings, { read }: ConfigProblems): ProductionConfig['twilio'] {
  return {
    accountSid: read(() => required(found, 'twilioAccountSid').value),
    authToken: read(() => required(found, 'twilioAuthToken').value),
    from: read(() => readTwilioSender(required(found, 'twilioFrom'))),
    whatsappFrom: read(() => optional(found.twilioWhatsappFrom, readTwilioSender)),
  }
}

function readTwilioSender({ value, source }: Found): string {
  if (!/^(\+[1-9]\d{4,14}|MG[0-9a-f]{32})$/.test(value))
    throw new ConfigError(source, 'must be a phone number such as +15005550006, or a messaging service id MG…')
  return value
}

function required(found: FoundSettings, name: SettingName): Found {
  const value = found[name]
  if (!value) throw new ConfigError(settings[name].env, 'is missing')
  if (value.problem) throw value.problem
  return value
}

function optional<T>(found: Found | undefined, read: (found: Found) => T): T | undefined {
  if (found?.problem) throw found.problem
  return found ? read(found) : undefined
}

function textOf({ value }: Found): string {
  return value
}

/** Adds the name of the setting to the error of a parser. */
function validated(found: Found, parse: (text: string) => unknown): string {
  try {
    parse(found.value)
  } catch (error) {
    throw new ConfigError(found.source, error instanceof Error ? error.message : 'cannot be read')
  }
  return found.value
}
