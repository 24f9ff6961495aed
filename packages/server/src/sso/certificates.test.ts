import { describe, expect, it } from 'vitest'
import type { SsoCertificateRecord } from '../storage/sso-connections.ts'
import { dueWarning, retiringCertificates } from './certificates.ts'

const day = 24 * 60 * 60_000
const now = 1_800_000_000_000

const certificate = (change: Partial<SsoCertificateRecord> = {}): SsoCertificateRecord => ({
  ...{ projectId: 'p', organizationId: 'o', connectionId: 'c', id: 'a', fingerprint: 'AB', pem: '' },
  ...{ source: 'metadata', notBefore: 0, notAfter: now + 90 * day, createdAt: now, listedAt: now },
  ...{ lastUsedAt: now, retiredAt: null, warnedDays: null, ...change },
})

describe('the end of a certificate', () => {
  it.each([
    [30.1, null, null],
    [30, null, 30],
    [20, 30, null],
    [14, 30, 14],
    [6.9, 30, 7],
    [6.9, 7, null],
    [0.5, 7, 1],
    [0.5, null, 1],
    [0, 1, null],
    [-1, null, null],
  ])('%d days ahead, warned at %s, warns at %s', (days, warnedDays, due) => {
    expect(dueWarning(certificate({ notAfter: now + days * day, warnedDays }), [], now)).toBe(due)
  })

  it('warns of no certificate that is retired, or that an unused one replaced', () => {
    const ending = certificate({ notAfter: now + day })
    const next = certificate({ id: 'b' })
    expect(dueWarning({ ...ending, retiredAt: now }, [], now)).toBe(null)
    expect(dueWarning(ending, [ending, next], now)).toBe(1)
    expect(dueWarning({ ...ending, lastUsedAt: now - 7 * day }, [ending, next], now)).toBe(null)
    expect(dueWarning({ ...ending, lastUsedAt: now - 7 * day }, [ending, { ...next, retiredAt: now }], now)).toBe(1)
  })
})

describe('certificates that left the metadata', () => {
  const current = certificate({ id: 'current' })
  const left = certificate({ id: 'left', listedAt: now - 8 * day, lastUsedAt: now - 7 * day })

  it('retire 7 days after their last use', () => {
    expect(retiringCertificates([current, left], now)).toEqual([left])
    for (const change of [
      ...[{ lastUsedAt: now - 7 * day + 1 }, { listedAt: now - 6 * day }, { retiredAt: now }],
      ...[{ source: 'admin' as const }, { listedAt: null }],
    ])
      expect(retiringCertificates([current, { ...left, ...change }], now)).toEqual([])
  })

  it('never leave the connection without a certificate', () => {
    expect(retiringCertificates([{ ...current, retiredAt: now }, left], now)).toEqual([])
    expect(retiringCertificates([left], now)).toEqual([])
  })
})
