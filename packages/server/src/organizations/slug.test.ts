import { isSlug } from '@latchkey/contract/b2b'
import { describe, expect, it } from 'vitest'
import { slugSkeleton } from '../core/slug-skeleton.ts'
import { reservedSlugs } from './reserved-slugs.ts'
import { isReservedSlug, slugCandidates } from './slug.ts'

const random = { bytes: (length: number) => new Uint8Array(length).fill(0xab) }

describe('slugSkeleton', () => {
  it.each([
    ['admin', 'adm1n', 'adrnin', 'a-d-m-i-n'],
    ['acme', 'acrne', '.acrne_', 'acne'],
    ['acid', 'ac1d', 'acld', 'add'],
    ['window', 'vvind0w', 'w1ndow', 'w2ndow'],
    ['vvv', 'vw', 'wv', 'v'],
    ['bills', 'bi115', 'blll5', 'bill'],
    ['acme-corp', 'acme_corp', 'acme..corp-', 'acmecorp'],
    ['team-1', 'team-l', 'team~i', 'team-2'],
  ])('reads %s like %s and %s, and not like %s', (slug, ...[one, another, other]) => {
    expect([slugSkeleton(one), slugSkeleton(another)]).toEqual([slugSkeleton(slug), slugSkeleton(slug)])
    expect(slugSkeleton(other)).not.toBe(slugSkeleton(slug))
  })
})

describe('isReservedSlug', () => {
  it('reserves names of hosts, paths and operators, and slugs that look like them', () => {
    const reserved = [
      'admin',
      'www',
      'api',
      'sso',
      'setup',
      'console',
      'adm1n',
      'vvvvvv',
      'ap1',
      '5s0',
      'aclmin',
      '.well-known',
    ]
    expect(reserved.filter((slug) => !isReservedSlug(slug))).toEqual([])
    expect(['acme', 'globex', 'demo', 'admin-acme', 'apis', 'wwwww', 'consoles'].filter(isReservedSlug)).toEqual([])
  })

  it('reserves path segments without a letter, encoded host labels and ids', () => {
    const reserved = [
      '..',
      '--',
      '._~-',
      'xn--bcher-kva',
      'a.xn--bcher-kva',
      'organization-test-1',
      'organization-live-1',
    ]
    expect(reserved.filter((slug) => !isReservedSlug(slug))).toEqual([])
    expect(['a..b', 'ac-me', 'abc--d', 'organization-testing'].filter(isReservedSlug)).toEqual([])
  })

  it('lists slugs only, each once', () => {
    expect(reservedSlugs.filter((slug) => !isSlug(slug))).toEqual([])
    expect(reservedSlugs.length).toBe(new Set(reservedSlugs).size)
  })
})

describe('slugCandidates', () => {
  const first = (name: string) => slugCandidates(name, random).next().value

  it.each([
    ['Acme & Söhne', 'acme-sohne'],
    ['Łódź Straße', 'lodz-strasse'],
    ["O'Brien’s", 'obriens'],
    ['  --Acme--  ', 'acme'],
    ['Ａｃｍｅ', 'acme'],
    ['X', 'org-x'],
    ['東京', 'org-2'],
    ['', 'org-2'],
    ['Admin', 'admin-2'],
    ['a'.repeat(200), 'a'.repeat(128)],
    [`${'a'.repeat(127)} b`, 'a'.repeat(127)],
  ])('makes a slug of %j', (name, slug) => {
    expect(first(name)).toBe(slug)
  })

  it('adds a number, then random letters, and cuts long names', () => {
    const candidates = [...slugCandidates('Acme', random)]
    expect(candidates.slice(0, 10)).toEqual([
      ...['acme', 'acme-2', 'acme-3', 'acme-4', 'acme-5', 'acme-6', 'acme-7', 'acme-8', 'acme-9', 'acme-abababab'],
    ])
    expect(candidates.length).toBe(29)
    const long = [...slugCandidates('b'.repeat(300), random)]
    expect(long.filter((slug) => !isSlug(slug) || isReservedSlug(slug))).toEqual([])
    expect(new Set(long.slice(0, 10)).size).toBe(10)
  })
})
