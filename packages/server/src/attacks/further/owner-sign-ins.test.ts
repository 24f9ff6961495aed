import { createEthereumWallet } from '@latchkey/testkit/wallets'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addFakes, signInWith } from '../../products/oauth/oauth.suite.ts'
import { totpCode } from '../../products/totps/totp-code.ts'
import type { Storage } from '../../storage/storage.ts'
import { isLongRun } from '../../storage/testing/run-length.ts'
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
 * Production limits. Attackers do everything they can to an account for a day, in each of four rounds from four other
 * networks. Each kind of owner can still sign in, on a known network and on a new one.
 */
const email = 'ada@example.com'
const phone_number = '+12025550123'
const password = 'violet kettle ambles north'
const lasting = { session_duration_minutes: 30 }
const minute = 60_000
const hour = 60 * minute
const home = '203.0.113.7'
const away = '192.0.2.44'
const rounds = 4
/** Wrong secrets also lock the network that sent them, so attackers who return use other networks. */
const attackersIn = (round: number) => Array.from({ length: 4 }, (_, index) => `198.51.${round * 4 + index}.1`)

const post = (harness: Harness, path: string, body: object, options: CallOptions) =>
  harness.call('POST', path, body, options)

interface Account {
  harness: Harness
  session: string
  wallet: ReturnType<typeof createEthereumWallet>
  /** The device cookie of the owner's browser, if the owner still uses it. */
  cookie: string
  /** The addresses and numbers whose messages the owner can read. */
  reach: readonly string[]
  /** The networks of the attackers. */
  attackers: readonly string[]
}

/** The messages that the owner has received, newest first. */
async function inbox({ harness, reach }: Account) {
  await harness.provider.outbox.drain()
  return harness.sent.filter(({ to }) => reach.includes(to)).reverse()
}

async function byCode(account: Account, channel: 'email' | 'sms', peerAddress: string): Promise<string> {
  const { harness } = account
  const to = channel === 'email' ? { email } : { phone_number }
  // Sends the messages of the attackers first, so that the newest passcode is the owner's.
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

/** How the account is created on the home network, and how its owner can then sign in. */
interface Owner {
  make(account: Account): Promise<void>
  signIns: Record<string, (account: Account, peerAddress: string) => Promise<string>>
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
  'a verified mailbox': { make: mailbox, signIns: { code: (account, from) => byCode(account, 'email', from) } },
  'a verified mailbox and a password, by code': {
    make: withPassword,
    signIns: { password: byPassword, code: (account, from) => byCode(account, 'email', from) },
  },
  'a verified mailbox and a password, by reset': {
    make: withPassword,
    signIns: { password: byPassword, reset: byReset },
  },
  'an unverified mailbox and a password': {
    async make({ harness }) {
      expect((await post(harness, '/passwords', { email, password, ...lasting }, {})).outcome).toBe('200')
    },
    signIns: { password: byPassword, code: (account, from) => byCode(account, 'email', from) },
  },
  'a password alone, in a browser of an earlier sign-in': {
    async make(account) {
      const created = await post(account.harness, '/passwords', { email, password, ...lasting }, {})
      account.cookie = created.headers.getSetCookie()[0]?.split(';')[0] ?? ''
      expect(account.cookie).toMatch(/^__Host-/)
    },
    reach: [],
    signIns: { password: byPassword },
  },
  'a phone number': {
    async make(account) {
      expect(await byCode(account, 'sms', home)).toBe('200')
    },
    signIns: { code: (account, from) => byCode(account, 'sms', from) },
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
    signIns: { code: (account, from) => byCode(account, 'sms', from) },
  },
  'an identity at a provider': {
    async make({ harness }) {
      await signInWith(harness, 'google', { email, email_verified: 'true' })
    },
    // The start is a page that the browser opens; the harness calls it from the home network.
    signIns: {
      google: async ({ harness }) => (await signInWith(harness, 'google', { email, email_verified: 'true' })).outcome,
    },
  },
  'a wallet': {
    async make(account) {
      expect(await byWallet(account, home)).toBe('200')
    },
    signIns: { wallet: byWallet },
  },
  'a mailbox, a password and an authenticator': {
    async make(account) {
      await withPassword(account)
      const { harness, session } = account
      const totp = Object((await post(harness, '/totps', { expiration_minutes: 30 }, { session })).data)
      const totp_code = await totpCode(totp.secret, Math.floor(harness.clock.now() / 30_000))
      expect((await post(harness, '/totps/authenticate', { totp_code, ...lasting }, { session })).outcome).toBe('200')
    },
    signIns: { password: byPassword, code: (account, from) => byCode(account, 'email', from) },
  },
}

const wrongPassword = { email, password: 'nothing like it at all', ...lasting }

async function wrongCodes({ harness, attackers }: Account, channel: 'email' | 'sms'): Promise<void> {
  const to = channel === 'email' ? { email } : { phone_number }
  for (const peerAddress of attackers) {
    const sent = await post(harness, `/otps/${channel}/login_or_create`, to, { peerAddress })
    const guess = { method_id: Object(sent.data).method_id ?? 'x', token: '000000', ...lasting }
    for (let count = 0; count < 5; count += 1) await post(harness, '/otps/authenticate', guess, { peerAddress })
  }
}

const everywhere = async (
  { attackers }: Account,
  times: number,
  work: (peerAddress: string) => Promise<unknown>,
): Promise<void> => {
  for (const from of attackers) for (let count = 0; count < times; count += 1) await work(from)
}

/** What attackers do in one of four rounds a day. The daily limits reject more. */
const acts: Record<string, (account: Account) => Promise<void>> = {
  sends: (account) =>
    everywhere(account, 3, async (peerAddress) => {
      const { harness } = account
      await post(harness, '/otps/email/login_or_create', { email }, { peerAddress })
      await post(harness, '/otps/sms/login_or_create', { phone_number }, { peerAddress })
    }),
  'requests for links and resets': (account) =>
    everywhere(account, 2, async (peerAddress) => {
      const { harness } = account
      await post(harness, '/magic_links/email/login_or_create', { email }, { peerAddress })
      await post(harness, '/passwords/email/reset/start', { email }, { peerAddress })
    }),
  searches: (account) =>
    everywhere(account, 7, (peerAddress) => post(account.harness, '/users/search', { email }, { peerAddress })),
  async 'wrong codes'(account) {
    await wrongCodes(account, 'email')
    await wrongCodes(account, 'sms')
  },
  'wrong passwords': (account) =>
    everywhere(account, 3, (peerAddress) =>
      post(account.harness, '/passwords/authenticate', wrongPassword, { peerAddress }),
    ),
  async 'wrong authenticator and recovery codes'({ harness, attackers }) {
    // This attacker knows the password, if the account has one.
    for (const peerAddress of attackers) {
      const entered = await post(harness, '/passwords/authenticate', { email, password, ...lasting }, { peerAddress })
      const options = { peerAddress, session: entered.status === 200 ? entered.data.session_token : null }
      for (let count = 0; count < 4; count += 1) {
        await post(harness, '/totps/authenticate', { totp_code: '000000', ...lasting }, options)
        await post(harness, '/totps/recover', { recovery_code: 'aaaaa-aaaaa', ...lasting }, options)
      }
    }
  },
  'challenges for wallets': (account) =>
    everywhere(account, 10, (peerAddress) => {
      const { harness, wallet } = account
      const named = { crypto_wallet_address: wallet.address, crypto_wallet_type: wallet.type }
      return post(harness, '/crypto_wallets/authenticate/start/primary', named, { peerAddress })
    }),
  async 'all of them'(account) {
    for (const [name, act] of Object.entries(acts)) if (name !== 'all of them') await act(account)
  },
}

/** Owners who are never locked out: their secret cannot be guessed, or their browser has a separate count. */
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

  /** All rows in `npm run test:attacks`; otherwise the hardest row of each owner and a sample of the others. */
  const every = { sqlite: 7, postgres: 29 }[engine]
  const isHardest = (row: Row): boolean => row.act === 'all of them' && row.network === away
  const rowsOf = (owner: string): Row[] =>
    allRows.filter((row, index) => row.owner === owner && (isLongRun || index % every === 0 || isHardest(row)))

  /** Tries each sign-in and returns the name of the first that succeeds. */
  async function enter(account: Account, { signIns }: Owner, from: string): Promise<string | null> {
    for (const [name, signIn] of Object.entries(signIns)) if ((await signIn(account, from)) === '200') return name
    return null
  }

  async function attack(row: Row): Promise<'directly' | 'by a link'> {
    const harness = await createHarness(storage)
    await addFakes(harness, harness.project)
    const owner = owners[row.owner] as Owner
    const reach = owner.reach ?? [email, phone_number]
    const wallet = createEthereumWallet()
    const account: Account = { harness, session: '', cookie: '', wallet, reach, attackers: [] }
    await owner.make(account)
    const { id, revision, settings } = (await storage.projects.get(harness.project.id)) ?? harness.project
    // Set after the sign-up, because a strict project creates no account by password.
    const isSet = await storage.projects.updateSettings(id, revision, { ...settings, enumeration: row.enumeration })
    expect(isSet).toBe(true)
    harness.clock.advance(hour)
    for (let round = 0; round < rounds; round += 1) {
      account.attackers = attackersIn(round)
      await acts[row.act]?.(account)
      if (round < rounds - 1) harness.clock.advance(5 * hour)
    }
    noteVariants(1)
    if ((await enter(account, owner, row.network)) !== null) return 'directly'
    const [link] = (await inbox(account)).find(({ links }) => links[0]?.includes('/networks/allow'))?.links ?? []
    expect([row, link === undefined]).toEqual([row, false])
    const request = new Request(link ?? '', { method: 'POST', headers: { accept: 'text/html' } })
    expect((await harness.fetch(request, row.network)).status).toBe(200)
    const factor = await enter(account, owner, row.network)
    expect([row, factor === null]).toEqual([row, false])
    return 'by a link'
  }

  it.each(Object.keys(owners))(
    'with %s signs in after each attack of a day, on a known and on a new network (R-11)',
    async (name) => {
      const ends: string[] = []
      for (const row of rowsOf(name)) ends.push(await attack(row))
      // Shows that the attacks are strong enough: without the link this owner could not sign in.
      expect(ends.includes('by a link')).toBe(!neverLocked.includes(name))
    },
  )
})
