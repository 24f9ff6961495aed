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
  | 'trustProxy'
  | 'countryHeader'
  | 'trustTraceparent'
  | 'shutdownDelay'
  | 'metricsToken'
  | 'logLevel'
  | 'limits'

/** All settings, by their name in a configuration file. */
export const settings: Record<SettingName, Setting> = {
  port: { env: 'LATCHKEY_PORT', alias: 'PORT', flag: 'port' },
  host: { env: 'LATCHKEY_HOST', flag: 'host' },
  baseUrl: { env: 'LATCHKEY_BASE_URL', flag: 'base-url' },
  databaseUrl: { env: 'LATCHKEY_DATABASE_URL' },
  dataDir: { env: 'LATCHKEY_DATA_DIR', flag: 'data-dir' },
  masterKey: { env: 'LATCHKEY_MASTER_KEY' },
  smtpUrl: { env: 'LATCHKEY_SMTP_URL' },
  mailFrom: { env: 'LATCHKEY_MAIL_FROM', flag: 'mail-from' },
  smsUrl: { env: 'LATCHKEY_SMS_URL', flag: 'sms-url' },
  smsSecret: { env: 'LATCHKEY_SMS_SECRET' },
  twilioAccountSid: { env: 'LATCHKEY_TWILIO_ACCOUNT_SID' },
  twilioAuthToken: { env: 'LATCHKEY_TWILIO_AUTH_TOKEN' },
  twilioFrom: { env: 'LATCHKEY_TWILIO_FROM' },
  twilioWhatsappFrom: { env: 'LATCHKEY_TWILIO_WHATSAPP_FROM' },
  hookSecret: { env: 'LATCHKEY_HOOK_SECRET' },
  breachedPasswordsUrl: { env: 'LATCHKEY_BREACHED_PASSWORDS_URL', flag: 'breached-passwords-url' },
  breachedPasswordsDir: { env: 'LATCHKEY_BREACHED_PASSWORDS_DIR', flag: 'breached-passwords-dir' },
  trustProxy: { env: 'LATCHKEY_TRUST_PROXY', flag: 'trust-proxy' },
  countryHeader: { env: 'LATCHKEY_COUNTRY_HEADER', flag: 'country-header' },
  trustTraceparent: { env: 'LATCHKEY_TRUST_TRACEPARENT', flag: 'trust-traceparent' },
  shutdownDelay: { env: 'LATCHKEY_SHUTDOWN_DELAY', flag: 'shutdown-delay' },
  metricsToken: { env: 'LATCHKEY_METRICS_TOKEN' },
  logLevel: { env: 'LATCHKEY_LOG_LEVEL', flag: 'log-level' },
  /** JSON; in a configuration file, an object. */
  limits: { env: 'LATCHKEY_LIMITS' },
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
