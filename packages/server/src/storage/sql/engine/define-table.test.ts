import { expect, it } from 'vitest'
import type { PasskeyRecord } from '../../passkeys.ts'
import type { PasswordRecord } from '../../passwords.ts'
import type { LockoutState } from '../../verbs.ts'
import { defineTable } from './define-table.ts'

const passkeys = defineTable<'passkeys', PasskeyRecord>('passkeys', {
  projectId: 'text',
  id: 'text',
  accountId: 'text',
  rpId: 'text',
  publicKey: 'text',
  userHandle: 'text',
  signCount: 'integer',
  transports: 'json',
  aaguid: 'text',
  backupEligible: 'boolean',
  backedUp: 'boolean',
  createdAt: 'integer',
  lastUsedAt: 'integer',
})

const record: PasskeyRecord = {
  projectId: 'p',
  id: 'i',
  accountId: 'u',
  rpId: 'example.com',
  publicKey: 'k',
  userHandle: 'h',
  signCount: 0,
  transports: ['usb'],
  aaguid: '',
  backupEligible: true,
  backedUp: false,
  createdAt: 1,
  lastUsedAt: null,
}

it('stores booleans as integers, JSON as text and null as null', () => {
  const row = passkeys.toRow(record)
  expect(row).toMatchObject({ rp_id: 'example.com', transports: '["usb"]', backup_eligible: 1, last_used_at: null })
  expect(passkeys.toRecord(row)).toEqual(record)
  expect(Object.keys(row)).toEqual(passkeys.columns)
})

it('returns no record for a left join without a match', () => {
  const states = defineTable<'lockouts', LockoutState>('lockouts', {
    consecutive: 'integer',
    lockedUntil: 'integer',
    lockedAt: 'integer',
  }).joinedAs('l_', { without: ['lockedAt'] })
  expect(states.columns).toEqual(['lockouts.consecutive as l_consecutive', 'lockouts.locked_until as l_locked_until'])
  expect(states.toRecordOrNull({ l_consecutive: null, l_locked_until: null })).toBeNull()
  expect(states.toRecordOrNull({ l_consecutive: 2, l_locked_until: null })).toEqual({
    consecutive: 2,
    lockedUntil: null,
  })
})

it('does not compile with a missing field, a wrong type or a column that the table does not have', () => {
  const columns = { projectId: 'text', id: 'text', hash: 'text', setAt: 'integer' } as const
  const { hash: _, ...withoutHash } = columns
  expect([
    defineTable<'passwords', PasswordRecord>('passwords', columns),
    // @ts-expect-error: `hash` is missing
    defineTable<'passwords', PasswordRecord>('passwords', withoutHash),
    // @ts-expect-error: an instant is an integer
    defineTable<'passwords', PasswordRecord>('passwords', { ...columns, setAt: 'text' }),
    // @ts-expect-error: the table has no column `color`
    defineTable<'passwords', PasswordRecord & { color: string }>('passwords', { ...columns, color: 'text' }),
  ]).toHaveLength(4)
})
