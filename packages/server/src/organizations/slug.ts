// The slugs of organizations. A slug is a part of addresses that users read and trust: a path (`/acme`) or a host
// (`acme.example.com`) of the application.
import { isSlug } from '@latchkey/contract/b2b'
import type { Random } from '../core/clock-and-random.ts'
import { slugSkeleton } from '../core/slug-skeleton.ts'
import { reservedSlugs } from './reserved-slugs.ts'

const longestSlug = 128
/** Further candidates have random suffixes: otherwise a common name needs as many attempts as there are organizations. */
const lastCountedSuffix = 9
const randomCandidates = 20

const reservedSkeletons: ReadonlySet<string> = new Set(reservedSlugs.map(slugSkeleton))

/** Whether no organization may have the slug. */
export function isReservedSlug(slug: string): boolean {
  const skeleton = slugSkeleton(slug)
  // `..` is a path segment that browsers remove. A host label with hyphens in third and fourth place is encoded
  // (RFC 5890 §2.3.1): `xn--` would show other characters. Calls accept an id or a slug, so a slug is never an id.
  return (
    skeleton === '' ||
    reservedSkeletons.has(skeleton) ||
    // `cl` looks like `d`, but not in all slugs: `acld` looks like `acid`.
    reservedSkeletons.has(skeleton.replace(/cl/g, 'd')) ||
    /(^|\.)..--/.test(slug) ||
    /^organization-(test|live)-/.test(slug)
  )
}

/**
 * Slugs for an organization without one, best first: from its name, then with a number, then with random letters. The
 * caller takes the first that is free. None of them is reserved.
 *
 * @example
 * [...slugCandidates('Acme & Söhne', random)] // ['acme-sohne', 'acme-sohne-2', …]
 */
export function* slugCandidates(name: string, random: Random): Generator<string, void> {
  const base = slugOf(name)
  if (!isReservedSlug(base)) yield base
  for (let number = 2; number <= lastCountedSuffix; number += 1) yield withSuffix(base, String(number))
  for (let count = 0; count < randomCandidates; count += 1)
    yield withSuffix(base, Buffer.from(random.bytes(4)).toString('hex'))
}

/** Leaves room for every suffix. */
const longestBase = longestSlug - '-'.length - 8

function withSuffix(base: string, suffix: string): string {
  return `${base.slice(0, longestBase).replace(/-$/, '')}-${suffix}`
}

/** Letters that Unicode does not decompose. */
const spelledOut: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', þ: 'th', ł: 'l', ħ: 'h', ı: 'i' },
}

/** A name in another script has no letters of a slug: then the slug is `org`. */
function slugOf(name: string): string {
  const plain = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[ßæœøđðþłħı]/g, (letter) => spelledOut[letter] ?? letter)
    .replace(/['’]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, longestSlug)
    .replace(/-$/, '')
  if (isSlug(plain)) return plain
  return plain === '' ? 'org' : `org-${plain}`
}
