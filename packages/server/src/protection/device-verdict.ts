import type { DeviceReport } from '@latchkey/contract'
import type { ClientInfo } from '../core/caller.ts'
import type { Random } from '../core/clock-and-random.ts'
import { sha256Hex } from '../core/hash.ts'
import type { ProviderContext } from '../provider-context.ts'
import type { ProjectRecord } from '../storage/records.ts'
import { consumeNonce } from '../tokens/consume.ts'

/** What becomes of a call from this device: it passes, it has to show a captcha, or it is refused. */
export type Verdict = 'ALLOW' | 'CHALLENGE' | 'BLOCK'

const lifetimeMs = 5 * 60_000

/** One sign of a machine is asked for a captcha; two that have nothing to do with each other are no accident. */
export function judgeDevice(device: DeviceReport, client: ClientInfo): Verdict {
  const signs = [isAutomated(device), contradictsRequest(device, client), isImplausible(device)].filter(Boolean).length
  return signs === 0 ? 'ALLOW' : signs === 1 ? 'CHALLENGE' : 'BLOCK'
}

function isAutomated({ webdriver, user_agent }: DeviceReport): boolean {
  return webdriver || /headless|phantomjs|puppeteer|selenium/i.test(user_agent)
}

/** A browser calls itself the same in its headers and to its pages. */
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

/** What a telemetry id says to us alone. */
interface Sealed {
  verdict: Verdict
  expiresAt: number
  nonce: string
  /** The network and the browser that it was made for. */
  from: string
}

/** Nothing is kept of a report: the id is the verdict, sealed, so that nobody can read it or make one. */
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
 * Each id is good for one call, from the network and the browser that reported. Whatever is not is as good as none:
 * null.
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

/** Ids of test projects that always lead to the same, as often as they are used. */
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
