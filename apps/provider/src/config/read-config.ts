import type { Limit, LimitName, LogLevel } from '@latchkey/server'
import { parseSender, parseSmtpUrl } from '@latchkey/server/node'
import { ConfigError } from './config-error.ts'
import {
  type Found,
  type FoundSettings,
  findSettings,
  type SettingName,
  type Surroundings,
  settings,
} from './settings.ts'
import {
  type DatabaseAddress,
  type ReadMasterKey,
  readBaseUrl,
  readCountryHeader,
  readDatabaseUrl,
  readHookUrl,
  readLimits,
  readLogLevel,
  readMasterKeys,
  readPort,
  readSecret,
  readStopNotice,
  readTrustProxy,
  readWebhookSecret,
} from './values.ts'

export interface DevelopmentConfig {
  port: number
  dataDir: string
  logLevel: LogLevel
}

/** What opening the store of a production provider takes; commands beside a running one need no more. */
export interface StoreConfig {
  baseUrl: string
  database: DatabaseAddress
  masterKeys: [ReadMasterKey, ...ReadMasterKey[]]
}

export interface ProductionConfig extends StoreConfig {
  port: number
  host: string
  smtp: { url: string; from: string } | null
  sms: { url: string; secret: string } | null
  twilio: { accountSid: string; authToken: string; from: string; whatsappFrom: string | undefined } | null
  /** Authenticates inbound webhooks of carriers. */
  hookSecret: string | undefined
  /** Lists of breached passwords by range: a service, a folder, both or neither. */
  breachedPasswords: { url: string | undefined; directory: string | undefined }
  trustProxy: number | string[]
  /** The header in which a trusted proxy puts the client's country. */
  countryHeader: string | undefined
  /** How long readiness is withdrawn before the end. */
  stopNoticeMs: number
  metricsToken: string | undefined
  limits: Partial<Record<LimitName, Limit>> | undefined
  logLevel: LogLevel
}

const defaultPort = 4000
const secretLength = 32

export function readDevelopmentConfig(surroundings: Surroundings): DevelopmentConfig {
  const found = findSettings(surroundings)
  return {
    port: optional(found.port, readPort) ?? defaultPort,
    dataDir: found.dataDir?.value ?? '.latchkey/dev',
    logLevel: optional(found.logLevel, readLogLevel) ?? 'warn',
  }
}

export function readStoreConfig(surroundings: Surroundings): StoreConfig {
  return storeConfig(findSettings(surroundings))
}

/** Everything is judged before anything is opened; the first problem is told by its name. */
export function readProductionConfig(surroundings: Surroundings): ProductionConfig {
  const found = findSettings(surroundings)
  const store = storeConfig(found)
  const smtp = found.smtpUrl || found.mailFrom ? smtpConfig(found) : null
  const sms = found.smsUrl || found.smsSecret ? smsConfig(found) : null
  const twilio = found.twilioAccountSid || found.twilioAuthToken || found.twilioFrom ? twilioConfig(found) : null
  if (sms && twilio)
    throw new ConfigError(settings.smsUrl.env, 'and Twilio are both set: text messages have one way out')
  if (!smtp && !sms && !twilio) {
    throw new ConfigError(settings.smtpUrl.env, 'is missing: without a carrier no link and no code reaches anybody')
  }
  return {
    ...store,
    port: optional(found.port, readPort) ?? defaultPort,
    host: found.host?.value ?? '0.0.0.0',
    smtp,
    sms,
    twilio,
    hookSecret: optional(found.hookSecret, (secret) => readWebhookSecret(secret, secretLength)),
    breachedPasswords: {
      url: optional(found.breachedPasswordsUrl, readHookUrl),
      directory: found.breachedPasswordsDir?.value,
    },
    trustProxy: optional(found.trustProxy, readTrustProxy) ?? 0,
    countryHeader: optional(found.countryHeader, (header) => readCountryHeader(header, found.trustProxy)),
    stopNoticeMs: optional(found.stopNotice, readStopNotice) ?? 0,
    metricsToken: optional(found.metricsToken, (token) => readSecret(token, secretLength)),
    limits: optional(found.limits, readLimits),
    logLevel: optional(found.logLevel, readLogLevel) ?? 'info',
  }
}

function storeConfig(found: FoundSettings): StoreConfig {
  return {
    baseUrl: readBaseUrl(required(found, 'baseUrl')),
    database: readDatabaseUrl(required(found, 'databaseUrl')),
    masterKeys: readMasterKeys(required(found, 'masterKey')),
  }
}

function smtpConfig(found: FoundSettings): ProductionConfig['smtp'] {
  const url = required(found, 'smtpUrl')
  const from = required(found, 'mailFrom')
  judge(url, parseSmtpUrl)
  judge(from, parseSender)
  return { url: url.value, from: from.value }
}

function smsConfig(found: FoundSettings): ProductionConfig['sms'] {
  return {
    url: readHookUrl(required(found, 'smsUrl')),
    secret: readWebhookSecret(required(found, 'smsSecret'), secretLength),
  }
}

function twilioConfig(found: FoundSettings): ProductionConfig['twilio'] {
  return {
    accountSid: required(found, 'twilioAccountSid').value,
    authToken: required(found, 'twilioAuthToken').value,
    from: readTwilioSender(required(found, 'twilioFrom')),
    whatsappFrom: optional(found.twilioWhatsappFrom, readTwilioSender),
  }
}

function readTwilioSender({ value, source }: Found): string {
  if (!/^(\+[1-9]\d{4,14}|MG[0-9a-f]{32})$/.test(value))
    throw new ConfigError(source, 'must be a number like +15005550006, or a messaging service MG…')
  return value
}

function required(found: FoundSettings, name: SettingName): Found {
  const value = found[name]
  if (!value) throw new ConfigError(settings[name].env, 'is missing')
  return value
}

function optional<T>(found: Found | undefined, read: (found: Found) => T): T | undefined {
  return found ? read(found) : undefined
}

/** A carrier's own parser says what is wrong; the name is ours to add. */
function judge(found: Found, parse: (text: string) => unknown): void {
  try {
    parse(found.value)
  } catch (error) {
    throw new ConfigError(found.source, error instanceof Error ? error.message : 'cannot be read')
  }
}
