import { afterAll, beforeAll, it as bothEngines, describe, expect, it } from 'vitest'
import { columnTypes } from '../storage/migrations/migration.ts'
import { migrations } from '../storage/migrations/migrations.ts'
import type { BusinessPurpose, OneTimePurpose, OneTimeRecord, RegistrationKind } from '../storage/records.ts'
import type { Storage } from '../storage/storage.ts'
import { casesOn, takeTurns } from '../storage/testing/engine-cases.ts'
import type { OneTimeVerbs } from '../storage/verbs.ts'
import { withChangedTransactions } from '../testing/changed-transactions.suite.ts'
import { engines, openTestStorage } from '../testing/harness.ts'
import { noteVariants } from '../testing/variants.suite.ts'
import {
  addEmail,
  addIdentity,
  addPhone,
  addWallet,
  administer,
  createOwner,
  kinds,
  type Owner,
  type Redemption,
  takeOver,
  unusableTimes,
} from './account-end.suite.ts'

/**
 * A new purpose does not compile until it is listed here. The first test checks that each purpose is issued. The owner is
 * a user of a consumer project, so the purposes of business projects are not among them.
 */
const purposes = Object.keys({
  ...{ magic_link_login: 1, magic_link_signup: 1, magic_link_secondary: 1, otp_email: 1, otp_sms: 1, otp_whatsapp: 1 },
  ...{ password_reset: 1, password_reset_login: 1, crypto_wallet_primary: 1, crypto_wallet_secondary: 1 },
  ...{ webauthn_register: 1, webauthn_primary: 1, webauthn_secondary: 1, oauth_state: 1, oauth_login: 1 },
  ...{
    oauth_signup: 1,
    oauth_attach: 1,
    one_tap: 1,
    impersonation: 1,
    oauth_request: 1,
    oauth_consent: 1,
    oauth_code: 1,
  },
} satisfies Record<Exclude<OneTimePurpose, BusinessPurpose>, 1>)

/** Tables that hold data of a user. Each has entries in `kinds`. */
const userTables = [
  'connected_apps',
  'oauth_grants',
  'one_time',
  'passkeys',
  'recovery_codes',
  'registrations',
  'sessions',
  'totps',
]

type End = (owner: Owner) => Promise<string | null>

const remover = async (owner: Owner): Promise<Owner> => ({ ...owner, session: await owner.signIn() })

function removal(kind: RegistrationKind, path: string, again?: (owner: Owner) => Promise<void>): End {
  return async (owner) => {
    const own = await remover(owner)
    const removed = await owner.harness.call('DELETE', `/users/${path}/${owner.registrations[kind]}`, undefined, own)
    if (removed.outcome !== '200') throw new Error(removed.text)
    await again?.(own)
    return own.session
  }
}

const removals: [RegistrationKind, string, ((owner: Owner) => Promise<void>)?][] = [
  ['email', 'emails', addEmail],
  ['phone_number', 'phone_numbers', addPhone],
  ['oauth', 'oauth', addIdentity],
  ['crypto_wallet', 'crypto_wallets', (owner) => addWallet(owner, owner.wallet)],
  ['webauthn', 'webauthn_registrations'],
  ['totp', 'totps'],
]

const ends: { name: string; kind?: RegistrationKind; keepsCredentials?: boolean; end: End }[] = [
  { name: 'deleted', end: (owner) => administer(owner, 'adminUsersDelete') },
  {
    name: 'deleted, with its addresses taken by new users',
    async end(owner) {
      await administer(owner, 'adminUsersDelete')
      return takeOver(owner)
    },
  },
  { name: 'disabled', end: (owner) => administer(owner, 'adminUsersDisable') },
  {
    name: 'disabled and enabled',
    keepsCredentials: true,
    async end(owner) {
      await administer(owner, 'adminUsersDisable')
      await administer(owner, 'adminUsersEnable')
      return owner.signIn()
    },
  },
  ...removals.flatMap(([kind, path, again]) => [
    { name: `left without ${kind}`, kind, keepsCredentials: true, end: removal(kind, path) },
    ...(again
      ? [
          {
            name: `left without ${kind}, and given it again`,
            kind,
            keepsCredentials: true,
            end: removal(kind, path, again),
          },
        ]
      : []),
  ]),
]

/** Issues every kind of secret for a new owner. */
async function issueAll(storage: Storage): Promise<{ owner: Owner; issued: Map<string, Redemption> }> {
  const { early, ...owner } = await createOwner(storage)
  const issued = new Map(early)
  for (const [name, kind] of Object.entries(kinds)) if (!kind.isEarly) issued.set(name, await kind.issue(owner))
  owner.harness.clock.advance(2_000)
  return { owner, issued }
}

describe.each(engines)('secrets issued for an account on %s', (engine) => {
  const it = takeTurns(bothEngines, engine)
  let storage: Storage
  beforeAll(async () => {
    storage = await openTestStorage(engine)
  })
  afterAll(() => storage.close())

  it.inTurn('cover every kind and work while the account is unchanged (S-13)', async () => {
    const seen = new Set<string>()
    const noting = (oneTime: OneTimeVerbs): OneTimeVerbs => ({
      ...oneTime,
      insert(row: OneTimeRecord) {
        seen.add(row.purpose)
        return oneTime.insert(row)
      },
    })
    const noted = withChangedTransactions({ ...storage, oneTime: noting(storage.oneTime) }, (tx) => ({
      oneTime: noting(tx.oneTime),
    }))
    const { early, ...owner } = await createOwner(noted)
    const outcomes: Record<string, boolean> = {}
    for (const [name, redemption] of early) outcomes[name] = await redemption(null)
    for (const [name, kind] of Object.entries(kinds))
      if (!kind.isEarly) outcomes[name] = await (await kind.issue(owner))(await owner.signIn())
    expect(outcomes).toEqual(Object.fromEntries(Object.keys(kinds).map((name) => [name, true])))
    expect([...seen].sort()).toEqual(purposes.sort())
    const listed = new Set(Object.values(kinds).flatMap((kind) => kind.purposes ?? []))
    expect([...listed].sort()).toEqual(purposes.sort())
  })

  it.each(casesOn(engine, ends))(
    'are rejected after the account was $name (S-13)',
    async ({ kind, keepsCredentials, end }) => {
      const { owner, issued } = await issueAll(storage)
      const session = await end(owner)
      owner.harness.clock.advance(2_000)
      const accepted: string[] = []
      let tried = 0
      for (const [name, redemption] of issued) {
        const { credential } = kinds[name] ?? {}
        if (credential !== undefined && keepsCredentials && credential !== kind) continue
        tried += 1
        if (await redemption(session)) accepted.push(name)
      }
      noteVariants(tried)
      expect(accepted).toEqual([])
      expect(tried).toBeGreaterThanOrEqual(Object.keys(kinds).length - 3)
    },
  )
})

describe.each(engines)('a token of a trusted issuer without a usable time of issue on %s', (engine) => {
  let storage: Storage
  beforeAll(async () => {
    storage = await openTestStorage(engine)
  })
  afterAll(() => storage.close())

  const chosen = ends.filter(({ name }) => /^disabled and enabled$|taken by new users$/.test(name))

  it.each(casesOn(engine, chosen))('is rejected before and after the account was $name (S-13)', async ({ end }) => {
    const { early: _, ...owner } = await createOwner(storage)
    const seconds = Math.floor(owner.harness.clock.now() / 1_000)
    const attest = async (token: string) =>
      (await owner.harness.call('POST', '/sessions/attest', { profile_id: 'p', token })).outcome
    const tokens = new Map<string, string>()
    for (const [name, iat] of Object.entries(unusableTimes))
      tokens.set(name, await owner.attested({ iat: iat(seconds) }))
    const outcomes = async () => {
      const seen: Record<string, string> = {}
      for (const [name, token] of tokens) seen[name] = await attest(token)
      return seen
    }
    const refused = Object.fromEntries([...tokens.keys()].map((name) => [name, 'unauthorized_credentials']))
    expect(await outcomes()).toEqual(refused)
    expect(await attest(await owner.attested())).toBe('200')
    await end(owner)
    owner.harness.clock.advance(2_000)
    expect(await outcomes()).toEqual(refused)
    noteVariants(2 * tokens.size)
  })
})

it('lists every table that holds data of a user (S-13)', () => {
  const statements = migrations.flatMap((migration) => migration.statements(columnTypes.sqlite))
  const withUser = statements.filter((sql) => /^\s*(add column )?(user_id|subject_id) /m.test(sql))
  const found = withUser.flatMap((sql) => /^(?:create|alter) table (\w+)/.exec(sql)?.[1] ?? [])
  expect([...new Set(found)].sort()).toEqual(userTables)
})
