import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from '../observability/logger.ts'
import type { Metrics } from '../observability/metrics.ts'
import type { Estimate, PasswordEngine } from './password-engine.ts'

/** `unknown` where a source did not answer and no other has the password. */
export type BreachFinding = 'breached' | 'clean' | 'unknown'

/** Has this password been seen in a breach? */
export interface BreachCheck {
  look(password: string, known?: Pick<Estimate, 'isCommon'>): Promise<BreachFinding>
}

/** The suffixes of all breached SHA-1 hashes that begin with five hex digits, one `SUFFIX:COUNT` a line. */
export interface BreachRanges {
  name: 'remote' | 'directory'
  read(prefix: string, signal: AbortSignal): Promise<string>
}

const patienceMs = 1_000
const largestRange = 4 * 1024 * 1024

/**
 * The common passwords inside, then each range source an operator gave. A source that does not answer lets the
 * password pass: sign-ins must not depend on somebody else's service. It is counted, so that it does not go unseen.
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
      const common = known ? findingOf(known.isCommon) : await askCommon(password)
      if (common === 'breached') {
        metrics.breachCheck('common', 'breached')
        return 'breached'
      }
      const findings = [common, ...(await Promise.all(ranges.map((source) => ask(source, password))))]
      return findings.find((one) => one === 'breached') ?? findings.find((one) => one === 'unknown') ?? 'clean'
    },
  }

  /** The thread that has the list may have too much to do: then it is a source like any other that does not answer. */
  async function askCommon(password: string): Promise<BreachFinding> {
    try {
      return findingOf(await passwords.isCommon(password))
    } catch (error) {
      return skipped('common', error)
    }
  }

  async function ask(source: BreachRanges, password: string): Promise<BreachFinding> {
    // SHA-1 is the list's own key; five of its digits leave the house and fit some 800 other passwords too.
    const digest = createHash('sha1').update(password.normalize('NFKC')).digest('hex').toUpperCase()
    try {
      const range = await source.read(digest.slice(0, 5), AbortSignal.timeout(patienceMs))
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

/** A count of nought is padding, sent so that the length of an answer tells nothing. */
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
      if (!response.ok) throw new Error(`the range service answered ${response.status}`)
      const text = await response.text()
      if (text.length > largestRange) throw new Error('the range service answered too much')
      return text
    },
  }
}

/** A folder of range files, `ABCDE.txt` or `ABCDE`, as the list's own downloader writes them. */
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
