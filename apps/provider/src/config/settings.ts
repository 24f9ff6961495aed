import { readFileSync } from 'node:fs'
import { ConfigError } from './config-error.ts'

export interface Setting {
  /** As `LATCHKEY_…`, and as `LATCHKEY_…_FILE` for the path of a file that holds it. */
  env: string
  /** Read after `env`, for hosts that set it. */
  alias?: string
  /** Secrets have none: arguments are seen by every user of a machine. */
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
  | 'stopNotice'
  | 'metricsToken'
  | 'logLevel'
  | 'limits'

/** Everything that can be set, under the name it has in a configuration file. */
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
  stopNotice: { env: 'LATCHKEY_STOP_NOTICE', flag: 'stop-notice' },
  metricsToken: { env: 'LATCHKEY_METRICS_TOKEN' },
  logLevel: { env: 'LATCHKEY_LOG_LEVEL', flag: 'log-level' },
  /** JSON; in a configuration file, an object. */
  limits: { env: 'LATCHKEY_LIMITS' },
}

const configFile: Setting = { env: 'LATCHKEY_CONFIG', flag: 'config' }

/** A value and the name under which it was found, so that a complaint names what the operator wrote. */
export interface Found {
  value: string
  source: string
}

export type FoundSettings = Partial<Record<SettingName, Found>>

export interface Surroundings {
  flags: Record<string, string | undefined>
  env: Record<string, string | undefined>
}

/** Flag, then environment, then `*_FILE`, then the configuration file. Names that mean nothing stop the start. */
export function findSettings({ flags, env }: Surroundings): FoundSettings {
  refuseUnknown(env)
  const file = readConfigFile(lookUp(configFile, flags, env))
  const found: FoundSettings = {}
  for (const [name, setting] of Object.entries(settings) as [SettingName, Setting][]) {
    const value = lookUp(setting, flags, env) ?? file[name]
    if (value && value.value === '') throw new ConfigError(value.source, 'is empty')
    if (value) found[name] = value
  }
  return found
}

function refuseUnknown(env: Record<string, string | undefined>): void {
  const known = new Set([...Object.values(settings), configFile].flatMap(({ env: name }) => [name, `${name}_FILE`]))
  const stranger = Object.keys(env).find((name) => name.startsWith('LATCHKEY_') && !known.has(name))
  if (stranger) throw new ConfigError(stranger, 'is not a setting')
}

function lookUp(setting: Setting, flags: Surroundings['flags'], env: Surroundings['env']): Found | undefined {
  const flag = setting.flag && flags[setting.flag]
  if (flag !== undefined) return { value: flag.trim(), source: `--${setting.flag}` }
  for (const source of [setting.env, setting.alias]) {
    const value = source === undefined ? undefined : env[source]
    // An alias is not ours to insist on: hosts set it empty.
    if (source !== undefined && value !== undefined && !(source === setting.alias && value === '')) {
      return { value: value.trim(), source }
    }
  }
  const source = `${setting.env}_FILE`
  const path = env[source]
  return path === undefined ? undefined : { value: readText(path, source).trim(), source }
}

function readConfigFile(path: Found | undefined): FoundSettings {
  if (!path) return {}
  let content: unknown
  try {
    content = JSON.parse(readText(path.value, path.source))
  } catch (error) {
    if (error instanceof ConfigError) throw error
    throw new ConfigError(path.source, 'names a file that is not JSON')
  }
  if (typeof content !== 'object' || content === null || Array.isArray(content)) {
    throw new ConfigError(path.source, 'names a file that holds no JSON object')
  }
  const found: FoundSettings = {}
  for (const [name, value] of Object.entries(content)) {
    const source = `${name} in ${path.value}`
    if (!Object.hasOwn(settings, name)) throw new ConfigError(source, 'is not a setting')
    const text = name === 'limits' ? JSON.stringify(value) : value
    if (typeof text !== 'string' && typeof text !== 'number') throw new ConfigError(source, 'is no text or number')
    found[name as SettingName] = { value: String(text).trim(), source }
  }
  return found
}

function readText(path: string, source: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    throw new ConfigError(source, 'names a file that cannot be read')
  }
}
