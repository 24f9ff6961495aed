import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from '../observability/logger.ts'
import type { Metrics } from '../observability/metrics.ts'
import type { PasswordEngine } from './password-engine.ts'
import type { Estimate } from './strength/estimator.ts'

/** `unknown` if a source did not respond and no other source lists the password. */
export type BreachFinding = 'breached' | 'clean' | 'unknown'

/** Looks a password up in breach lists. */
export interface BreachCheck {
  look(password: string, known?: Pick<Estimate, 'isCommon'>): Promise<BreachFinding>
}

/** The suffixes of all breached SHA-1 hashes that begin with five hex digits, one `SUFFIX:COUNT` a line. */
export interface BreachRanges {
  name: 'remote' | 'directory'
  read(prefix: string, signal: AbortSignal): Promise<string>
}

const timeoutMs = 1_000
const largestRange = 4 * 1024 * 1024

/**
 * Looks in the built-in list of common passwords, then in each range source of the operator. A source that does not
 * respond accepts the password, because sign-ins must not depend on an external service; a metric counts it.
 */
export function createBreachCheck(context: {
  passwords: Pick<PasswordEngine, 'isCommon'>
  ranges: readonly BreachRanges[]
  metrics: Pick<Metrics, 'breachCheck'>
  logger: Logger
}): BreachCheck {
  const { passwords, ranges, metrics, logger } = context
  return {
    async look(password, known) {
      const common = known ? findingOf(known.isCommon) : await lookUpCommon(password)
      if (common === 'breached') {
        metrics.breachCheck('common', 'breached')
        return 'breached'
      }
      const findings = [common, ...(await Promise.all(ranges.map((source) => lookUpRange(source, password))))]
      return findings.find((one) => one === 'breached') ?? findings.find((one) => one === 'unknown') ?? 'clean'
    },
  }

  /** The thread with the list may be overloaded; that counts as a source that does not respond. */
  async function lookUpCommon(password: string): Promise<BreachFinding> {
    try {
      return findingOf(await passwords.isCommon(password))
    } catch (error) {
      return skipped('common', error)
    }
  }

  async function lookUpRange(source: BreachRanges, password: string): Promise<BreachFinding> {
    // The list is keyed by SHA-1. Only five hex digits are sent; about 800 other listed passwords share them.
    const digest = createHash('sha1').update(password.normalize('NFKC')).digest('hex').toUpperCase()
    try {
      const range = await source.read(digest.slice(0, 5), AbortSignal.timeout(timeoutMs))
      const finding = findingOf(contains(range, digest.slice(5)))
      metrics.breachCheck(source.name, finding)
      return finding
    } catch (error) {
      return skipped(source.name, error)
    }
  }

  function skipped(source: 'common' | BreachRanges['name'], error: unknown): 'unknown' {
    metrics.breachCheck(source, 'unavailable')
    const error_name = error instanceof Error ? error.name : 'unknown'
    logger.warn({ reason: source, error_name }, 'breach check skipped')
    return 'unknown'
  }
}

function findingOf(isListed: boolean): 'breached' | 'clean' {
  return isListed ? 'breached' : 'clean'
}

/** A count of zero is padding, sent so that the length of a response reveals nothing. */
function contains(range: string, suffix: string): boolean {
  return range.split('\n').some((line) => {
    const [found, count] = line.trim().split(':')
    return found?.toUpperCase() === suffix && Number(count ?? 1) > 0
  })
}

/**
 * A service with the k-anonymity interface of Have I Been Pwned: `GET {baseUrl}/{prefix}`.
 *
 * @example
 * createRemoteRanges({ baseUrl: 'https://api.pwnedpasswords.com/range', fetch })
 */
export function createRemoteRanges(options: { baseUrl: string; fetch: typeof fetch }): BreachRanges {
  const base = options.baseUrl.replace(/\/+$/, '')
  return {
    name: 'remote',
    async read(prefix, signal) {
      const response = await options.fetch(`${base}/${prefix}`, {
        headers: { 'add-padding': 'true', accept: 'text/plain' },
        redirect: 'error',
        signal,
      })
      if (!response.ok) throw new Error(`the range service responded with status ${response.status}`)
      const text = await response.text()
      if (text.length > largestRange) throw new Error('the response of the range service is too large')
      return text
    },
  }
}

/** A folder of range files, `ABCDE.txt` or `ABCDE`, as the downloader of Have I Been Pwned writes them. */
export function createRangeDirectory(path: string): BreachRanges {
  return {
    name: 'directory',
    async read(prefix, signal) {
      try {
        return await readFile(join(path, `${prefix}.txt`), { encoding: 'utf8', signal })
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
        return readFile(join(path, prefix), { encoding: 'utf8', signal })
      }
    },
  }
}
