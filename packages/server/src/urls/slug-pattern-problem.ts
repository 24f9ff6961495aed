import { slugInUrl, slugPlaceholder } from '@latchkey/contract/b2b'
import type { Environment } from '../core/ids.ts'
import { isSharedSuffix, originEntryProblem, sharedSuffixProblem } from './origin-list.ts'

/** Valid in every part of a URL, and in lower case, as in a host. */
const sample = 'slug-of-an-organization'

/** What is wrong with a `slug_pattern`; null if it is valid: a page that it describes then has the slug in its URL. */
export function slugPatternProblem(pattern: string, environment: Environment): string | null {
  if (pattern.split(slugPlaceholder).length !== 2) return `must contain ${slugPlaceholder} once`
  const address = pattern.replace(slugPlaceholder, sample)
  if (!URL.canParse(address)) return 'not a URL'
  const { href, origin, hostname, username, password, search, hash } = new URL(address)
  if (username + password + search + hash !== '') return 'has more than a host and a path'
  // Pages have their URL in canonical form, so a pattern in another form would describe none of them.
  if (address !== href && `${address}/` !== href) return `must be ${href.replace(sample, slugPlaceholder)}`
  const suffix = hostname.includes(sample) ? hostname.slice(hostname.indexOf(sample) + sample.length) : null
  if (suffix === '') return 'the slug must not be the end of the host'
  if (suffix !== null && isShared(suffix)) return sharedSuffixProblem
  const problem = originEntryProblem(origin.replace(`${sample}.localhost`, 'localhost'), environment)
  if (problem) return problem
  return slugInUrl(pattern, href) === sample ? null : 'the slug must be a part of the host or of the path'
}

/** Whether unrelated sites may have a host with this ending. */
function isShared(suffix: string): boolean {
  const parent = suffix.slice(suffix.indexOf('.') + 1)
  return isSharedSuffix(parent) || (!parent.includes('.') && parent !== 'localhost')
}
