import type { DeviceReport } from '@latchkey/contract'
import type { ClientInfo } from '../core/caller.ts'
import type { Random } from '../core/clock-and-random.ts'
import { sha256Hex } from '../core/hash.ts'
import type { ProviderContext } from '../provider-context.ts'
import type { ProjectRecord } from '../storage/records.ts'
import { consumeNonce } from '../tokens/consume.ts'

/** The consequence for a call from this device: it passes, it needs a captcha, or it is rejected. */
export type Verdict = 'ALLOW' | 'CHALLENGE' | 'BLOCK'

const lifetimeMs = 5 * 60_000

/** One sign of automation requires a captcha; two independent signs block the call. */
export function judgeDevice(device: DeviceReport, client: ClientInfo): Verdict {
  const signs = [isAutomated(device), contradictsRequest(device, client), isImplausible(device)].filter(Boolean).length
  return signs === 0 ? 'ALLOW' : signs === 1 ? 'CHALLENGE' : 'BLOCK'
}

function isAutomated({ webdriver, user_agent }: DeviceReport): boolean {
  return webdriver || /headless|phantomjs|puppeteer|selenium/i.test(user_agent)
}

/** A real browser reports the same user agent in its headers and to its pages. */
function contradictsRequest({ user_agent }: DeviceReport, { userAgent }: ClientInfo): boolean {
  const reported = user_agent.replace(/[^\x20-\x7e]/g, '').slice(0, 256)
  return userAgent !== '' && reported !== userAgent
}

function isImplausible({ languages, timezone, screen_width, screen_height, user_agent, touch_points }: DeviceReport) {
  const hasNoScreen = screen_width === 0 || screen_height === 0
  const isPhoneWithoutTouch = /iphone|android.*mobile/i.test(user_agent) && touch_points === 0
  return hasNoScreen || isPhoneWithoutTouch || languages.length === 0 || !isTimezone(timezone)
}

function isTimezone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

/** The sealed content of a telemetry id. */
interface Sealed {
  verdict: Verdict
  expiresAt: number
  nonce: string
  /** Hash of the network and the browser that it was issued for. */
  from: string
}

/** The report is not stored: the id contains the verdict, sealed, so that callers can neither read nor forge it. */
export function newTelemetryId(
  { vault, clock, random }: Pick<ProviderContext, 'vault' | 'clock'> & { random: Random },
  project: ProjectRecord,
  client: ClientInfo,
  verdict: Verdict,
): string {
  const sealed: Sealed = {
    verdict,
    expiresAt: clock.now() + lifetimeMs,
    nonce: Buffer.from(random.bytes(12)).toString('base64url'),
    from: originOf(client),
  }
  return `${prefix(project)}${vault.seal(JSON.stringify(Object.values(sealed)), sealingContext(project))}`
}

/**
 * The verdict of a telemetry id, which is valid for one call from the network and the browser of the report; null if
 * the id is not valid.
 */
export async function readTelemetryId(
  context: Pick<ProviderContext, 'vault' | 'clock' | 'storage'>,
  project: ProjectRecord,
  client: ClientInfo,
  id: string | undefined,
): Promise<Verdict | null> {
  if (id === undefined || !id.startsWith(prefix(project))) return null
  const fixed = project.environment === 'test' ? developmentVerdicts[id] : undefined
  if (fixed) return fixed
  const sealed = open(context, project, id.slice(prefix(project).length))
  if (sealed === null || sealed.expiresAt <= context.clock.now() || sealed.from !== originOf(client)) return null
  const { nonce, expiresAt, verdict } = sealed
  const isFirst = await context.storage.transaction((tx) =>
    consumeNonce(tx, project.id, `telemetry:${nonce}`, expiresAt),
  )
  return isFirst ? verdict : null
}

/** Ids of test projects with a fixed verdict, which can be used any number of times. */
export const developmentVerdicts: Readonly<Record<string, Verdict>> = {
  'telemetry-id-test-always-allow': 'ALLOW',
  'telemetry-id-test-always-challenge': 'CHALLENGE',
  'telemetry-id-test-always-block': 'BLOCK',
}

function open({ vault }: Pick<ProviderContext, 'vault'>, project: ProjectRecord, text: string): Sealed | null {
  try {
    const [verdict, expiresAt, nonce, from] = JSON.parse(vault.open(text, sealingContext(project)))
    return { verdict, expiresAt, nonce, from }
  } catch {
    return null
  }
}

function prefix({ environment }: ProjectRecord): string {
  return `telemetry-id-${environment}-`
}

function sealingContext({ id }: ProjectRecord): string {
  return `telemetry:${id}`
}

function originOf({ prefix: network, userAgent }: ClientInfo): string {
  return sha256Hex(`${network}\n${userAgent}`).slice(0, 16)
}
