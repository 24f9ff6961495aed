import { createEthereumWallet } from '@latchkey/testkit/wallets'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addFakes, signInWith } from '../../products/oauth/oauth.suite.ts'
import { totpCode } from '../../products/totps/totp-code.ts'
import type { Storage } from '../../storage/storage.ts'
import {
  type CallOptions,
  createHarness,
  engines,
  type Harness,
  openTestStorage,
  tokenOf,
} from '../../testing/harness.ts'
import { noteVariants } from '../../testing/variants.suite.ts'

/**
 * At production limits: every kind of owner, against everything that strangers on four networks can do to the account
 * for a day, on a network of an earlier sign-in and on a new one. Each owner has a way in.
 */
const email = 'ada@example.com'
const phone_number = '+12025550123'
const password = 'violet kettle ambles north'
const lasting = { session_duration_minutes: 30 }
const minute = 60_000
const hour = 60 * minute
const home = '203.0.113.7'
const away = '192.0.2.44'
const strangers = Array.from({ length: 4 }, (_, index) => `198.51.${index}.1`)

const post = (harness: Harness, path: string, body: object, options: CallOptions) =>
  harness.call('POST', path, body, options)

interface Account {
  harness: Harness
  session: string
  wallet: ReturnType<typeof createEthereumWallet>
  /** The device cookie of the owner's browser, if the owner takes it along. */
  cookie: string
  /** Where the owner reads messages. */
  reach: readonly string[]
}

/** The messages that the owner has got, newest first. */
async function inbox({ harness, reach }: Account) {
  await harness.provider.outbox.drain()
  return harness.sent.filter(({ to }) => reach.includes(to)).reverse()
}

async function byCode(account: Account, channel: 'email' | 'sms', peerAddress: string): Promise<string> {
  const { harness } = account
  const to = channel === 'email' ? { email } : { phone_number }
  // What strangers have asked for leaves before it: the newest code is the owner's.
  await harness.provider.outbox.drain()
  const sent = await post(harness, `/otps/${channel}/login_or_create`, to, { peerAddress })
  if (sent.status !== 200) return sent.outcome
  const [token] = (await inbox(account)).find(({ codes }) => codes.length > 0)?.codes ?? []
  const proof = { method_id: Object(sent.data).method_id, token, ...lasting }
  return (await post(harness, '/otps/authenticate', proof, { peerAddress })).outcome
}

async function byReset(account: Account, peerAddress: string): Promise<string> {
  const { harness } = account
  await harness.provider.outbox.drain()
  const sent = await post(harness, '/passwords/email/reset/start', { email }, { peerAddress })
  if (sent.status !== 200) return sent.outcome
  const mail = (await inbox(account)).find(({ links }) => links[0]?.includes('token_type'))
  const proof = { token: mail && tokenOf(mail), password: 'seven quiet lanterns drift', ...lasting }
  return (await post(harness, '/passwords/email/reset', proof, { peerAddress })).outcome
}

async function byWallet({ harness, wallet }: Account, peerAddress: string): Promise<string> {
  const named = { crypto_wallet_address: wallet.address, crypto_wallet_type: wallet.type }
  const started = await post(harness, '/crypto_wallets/authenticate/start/primary', named, { peerAddress })
  if (started.status !== 200) return started.outcome
  const signature = wallet.sign(String(Object(started.data).challenge))
  return (await post(harness, '/crypto_wallets/authenticate', { ...named, signature, ...lasting }, { peerAddress }))
    .outcome
}

const byPassword = async ({ harness, cookie }: Account, peerAddress: string): Promise<string> => {
  const options = { peerAddress, ...(cookie === '' ? {} : { headers: { cookie } }) }
  return (await post(harness, '/passwords/authenticate', { email, password, ...lasting }, options)).outcome
}

/** How the account is made at home, and the ways that its owner then has. */
interface Owner {
  make(account: Account): Promise<void>
  ways: Record<string, (account: Account, peerAddress: string) => Promise<string>>
  reach?: readonly string[]
}

const mailbox = async (account: Account): Promise<void> => {
  account.session = (await account.harness.signIn(email)).token
}
const withPassword = async (account: Account): Promise<void> => {
  await mailbox(account)
  const options = { session: account.session }
  const set = await post(account.harness, '/passwords/session/reset', { password, ...lasting }, options)
  account.session = set.data.session_token
}

const owners: Record<string, Owner> = {
  'a verified mailbox': { make: mailbox, ways: { code: (account, from) => byCode(account, 'email', from) } },
  'a verified mailbox and a password, by code': {
    make: withPassword,
    ways: { password: byPassword, code: (account, from) => byCode(account, 'email', from) },
  },
  'a verified mailbox and a password, by reset': {
    make: withPassword,
    ways: { password: byPassword, reset: byReset },
  },
  'an unverified mailbox and a password': {
    async make({ harness }) {
      expect((await post(harness, '/passwords', { email, password, ...lasting }, {})).outcome).toBe('200')
    },
    ways: { password: byPassword, code: (account, from) => byCode(account, 'email', from) },
  },
  'a password alone, in a browser of an earlier sign-in': {
    async make(account) {
      const created = await post(account.harness, '/passwords', { email, password, ...lasting }, {})
      account.cookie = created.headers.getSetCookie()[0]?.split(';')[0] ?? ''
      expect(account.cookie).toMatch(/^__Host-/)
    },
    reach: [],
    ways: { password: byPassword },
  },
  'a phone number': {
    async make(account) {
      expect(await byCode(account, 'sms', home)).toBe('200')
    },
    ways: { code: (account, from) => byCode(account, 'sms', from) },
  },
  'a phone number, next to a mailbox that is out of reach': {
    async make(account) {
      await mailbox(account)
      const { harness, session } = account
      const sent = await post(harness, '/otps/sms/send/secondary', { phone_number }, { session })
      const [token] = (await harness.lastMessage(phone_number)).codes
      const proof = { method_id: Object(sent.data).method_id, token, ...lasting }
      expect((await post(harness, '/otps/authenticate', proof, { session })).outcome).toBe('200')
    },
    reach: [phone_number],
    ways: { code: (account, from) => byCode(account, 'sms', from) },
  },
  'an identity at a provider': {
    async make({ harness }) {
      await signInWith(harness, 'google', { email, email_verified: 'true' })
    },
    // The start is a page of the browser: the harness calls it from home.
    ways: {
      google: async ({ harness }) => (await signInWith(harness, 'google', { email, email_verified: 'true' })).outcome,
    },
  },
  'a wallet': {
    async make(account) {
      expect(await byWallet(account, home)).toBe('200')
    },
    ways: { wallet: byWallet },
  },
  'a mailbox, a password and an authenticator': {
    async make(account) {
      await withPassword(account)
      const { harness, session } = account
      const totp = Object((await post(harness, '/totps', { expiration_minutes: 30 }, { session })).data)
      const totp_code = await totpCode(totp.secret, Math.floor(harness.clock.now() / 30_000))
      expect((await post(harness, '/totps/authenticate', { totp_code, ...lasting }, { session })).outcome).toBe('200')
    },
    ways: { password: byPassword, code: (account, from) => byCode(account, 'email', from) },
  },
}

const wrongPassword = { email, password: 'nothing like it at all', ...lasting }

async function wrongCodes(harness: Harness, channel: 'email' | 'sms'): Promise<void> {
  const to = channel === 'email' ? { email } : { phone_number }
  for (const peerAddress of strangers) {
    const sent = await post(harness, `/otps/${channel}/login_or_create`, to, { peerAddress })
    const guess = { method_id: Object(sent.data).method_id ?? 'x', token: '000000', ...lasting }
    for (let count = 0; count < 5; count += 1) await post(harness, '/otps/authenticate', guess, { peerAddress })
  }
}

const everywhere = async (times: number, work: (peerAddress: string) => Promise<unknown>): Promise<void> => {
  for (const from of strangers) for (let count = 0; count < times; count += 1) await work(from)
}

/** What strangers do in one round, of four in a day: more is refused by the daily limits. */
const acts: Record<string, (account: Account) => Promise<void>> = {
  sends: ({ harness }) =>
    everywhere(3, async (peerAddress) => {
      await post(harness, '/otps/email/login_or_create', { email }, { peerAddress })
      await post(harness, '/otps/sms/login_or_create', { phone_number }, { peerAddress })
    }),
  'requests for links and resets': ({ harness }) =>
    everywhere(2, async (peerAddress) => {
      await post(harness, '/magic_links/email/login_or_create', { email }, { peerAddress })
      await post(harness, '/passwords/email/reset/start', { email }, { peerAddress })
    }),
  searches: ({ harness }) => everywhere(7, (peerAddress) => post(harness, '/users/search', { email }, { peerAddress })),
  async 'wrong codes'({ harness }) {
    await wrongCodes(harness, 'email')
    await wrongCodes(harness, 'sms')
  },
  'wrong passwords': ({ harness }) =>
    everywhere(3, (peerAddress) => post(harness, '/passwords/authenticate', wrongPassword, { peerAddress })),
  async 'wrong authenticator and recovery codes'({ harness }) {
    // A stranger who has the password, if the account has one.
    for (const peerAddress of strangers) {
      const entered = await post(harness, '/passwords/authenticate', { email, password, ...lasting }, { peerAddress })
      const options = { peerAddress, session: entered.status === 200 ? entered.data.session_token : null }
      for (let count = 0; count < 4; count += 1) {
        await post(harness, '/totps/authenticate', { totp_code: '000000', ...lasting }, options)
        await post(harness, '/totps/recover', { recovery_code: 'aaaaa-aaaaa', ...lasting }, options)
      }
    }
  },
  'challenges for wallets': ({ harness, wallet }) =>
    everywhere(10, (peerAddress) => {
      const named = { crypto_wallet_address: wallet.address, crypto_wallet_type: wallet.type }
      return post(harness, '/crypto_wallets/authenticate/start/primary', named, { peerAddress })
    }),
  async 'all of them'(account) {
    for (const [name, act] of Object.entries(acts)) if (name !== 'all of them') await act(account)
  },
}

/** Owners whom no stranger can lock out: of secrets that cannot be guessed, and in a browser with a count of its own. */
const neverLocked = ['a password alone, in a browser of an earlier sign-in', 'an identity at a provider', 'a wallet']

interface Row {
  owner: string
  act: string
  network: string
  enumeration: 'bulk' | 'strict'
}

const allRows: Row[] = Object.keys(owners).flatMap((owner) =>
  Object.keys(acts).flatMap((act) =>
    [home, away].flatMap((network) =>
      (['bulk', 'strict'] as const).map((enumeration) => ({ owner, act, network, enumeration })),
    ),
  ),
)

describe.each(engines)('every owner on %s', (engine) => {
  let storage: Storage
  beforeAll(async () => {
    storage = await openTestStorage(engine)
  })
  afterAll(() => storage.close())

  /** All rows in the long form; in the short one the hardest row of each owner, and a sample of the others. */
  const isLong = Number(process.env.RACE_ROUNDS ?? 50) > 50
  const every = { sqlite: 7, postgres: 29 }[engine]
  const isHardest = (row: Row): boolean => row.act === 'all of them' && row.network === away
  const rowsOf = (owner: string): Row[] =>
    allRows.filter((row, index) => row.owner === owner && (isLong || index % every === 0 || isHardest(row)))

  /** Tries every way; the first that succeeds. */
  async function enter(account: Account, { ways }: Owner, from: string): Promise<string | null> {
    for (const [name, way] of Object.entries(ways)) if ((await way(account, from)) === '200') return name
    return null
  }

  async function attack(row: Row): Promise<'directly' | 'by a link'> {
    const harness = await createHarness(storage)
    await addFakes(harness, harness.project)
    const owner = owners[row.owner] as Owner
    const reach = owner.reach ?? [email, phone_number]
    const account: Account = { harness, session: '', cookie: '', wallet: createEthereumWallet(), reach }
    await owner.make(account)
    const { id, revision, settings } = (await storage.projects.get(harness.project.id)) ?? harness.project
    // Set after the sign-up: a strict project creates no account by password.
    const isSet = await storage.projects.updateSettings(id, revision, { ...settings, enumeration: row.enumeration })
    expect(isSet).toBe(true)
    harness.clock.advance(hour)
    for (let round = 0; round < 4; round += 1) {
      await acts[row.act]?.(account)
      if (round < 3) harness.clock.advance(5 * hour)
    }
    noteVariants(1)
    if ((await enter(account, owner, row.network)) !== null) return 'directly'
    const [link] = (await inbox(account)).find(({ links }) => links[0]?.includes('/networks/allow'))?.links ?? []
    expect([row, link === undefined]).toEqual([row, false])
    const request = new Request(link ?? '', { method: 'POST', headers: { accept: 'text/html' } })
    expect((await harness.fetch(request, row.network)).status).toBe(200)
    const way = await enter(account, owner, row.network)
    expect([row, way === null]).toEqual([row, false])
    return 'by a link'
  }

  it.each(Object.keys(owners))(
    '%s: gets in after each attack of a day, at home and on a new network (R-11)',
    async (name) => {
      const ends: string[] = []
      for (const row of rowsOf(name)) ends.push(await attack(row))
      // The attacks are strong enough: without the link this owner would be kept out.
      expect(ends.includes('by a link')).toBe(!neverLocked.includes(name))
    },
  )
})
