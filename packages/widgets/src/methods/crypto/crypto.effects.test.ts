import { describe, expect, it, vi } from 'vitest'
import type { CryptoDeps } from './crypto.effects.ts'
import { runWalletCall, runWatchWallets } from './crypto.effects.ts'
import type { CryptoOutcome, WalletCall, WalletsFound } from './crypto.flow.ts'
import { metamask } from './crypto-transitions.suite.ts'
import type { DetectedWallet } from './wallets/detected-wallet.ts'
import { walletError } from './wallets/wallet-port.ts'

const calls: WalletCall[] = [
  { type: 'connect_wallet', call: 1, id: 'wallet-1' },
  { type: 'start_wallet', call: 2, walletType: 'ethereum', address: '0xA' },
  { type: 'sign_challenge', call: 3, id: 'wallet-1', address: '0xA', challenge: 'Sign in.' },
  {
    ...{ type: 'authenticate_wallet', call: 4, walletType: 'ethereum' },
    ...{ address: '0xA', challenge: 'Sign in.', signature: '0xsigned' },
  },
]

function createHarness(fails?: Error) {
  const asked: unknown[] = []
  const answer =
    (name: string, value: unknown) =>
    async (...given: unknown[]): Promise<never> => {
      asked.push([name, ...given])
      if (fails) throw fails
      return value as never
    }
  const reported: unknown[] = []
  const deps: CryptoDeps = {
    client: {
      cryptoWallets: {
        authenticateStart: answer('start', { challenge: 'Sign in.' }),
        authenticate: answer('authenticate', {}),
      },
    },
    plan: { sessionDurationMinutes: 45 },
    wallets: { watch: () => () => undefined, connect: answer('connect', '0xA'), sign: answer('sign', '0xsigned') },
    reportError: (error) => reported.push(error),
  }
  const run = async (call: WalletCall): Promise<CryptoOutcome[]> => {
    const sent: CryptoOutcome[] = []
    await runWalletCall(call, deps, (outcome) => sent.push(outcome))
    return sent
  }
  return { asked, reported, run }
}

describe('the calls to a wallet and to the provider', () => {
  it('request an account, a challenge, a signature and a session, one after the other', async () => {
    const { asked, run, reported } = createHarness()
    const outcomes = await Promise.all(calls.map(run))
    expect(outcomes).toEqual([
      [{ type: 'wallet_connected', call: 1, address: '0xA' }],
      [{ type: 'challenge_received', call: 2, challenge: 'Sign in.' }],
      [{ type: 'challenge_signed', call: 3, signature: '0xsigned' }],
      [{ type: 'wallet_accepted', call: 4 }],
    ])
    const wallet = { crypto_wallet_address: '0xA', crypto_wallet_type: 'ethereum' }
    expect(asked).toEqual([
      ['connect', 'wallet-1'],
      ['start', wallet],
      ['sign', 'wallet-1', '0xA', 'Sign in.'],
      ['authenticate', { ...wallet, challenge: 'Sign in.', signature: '0xsigned', session_duration_minutes: 45 }],
    ])
    expect(reported).toEqual([])
  })

  it('report to the host page what failed, and why', async () => {
    const cause = walletError('rejected')
    const { run, reported } = createHarness(cause)
    const outcomes = await Promise.all(calls.map(run))
    const failure = { name: 'WalletError', error_type: 'wallet_rejected', error_message: cause.message }
    expect(outcomes).toEqual(calls.map(({ call }) => [{ type: 'wallet_refused', call, failure }]))
    expect(reported.map((error) => [(error as Error).message, (error as Error).cause])).toEqual([
      ['[Error] Could not connect to wallet', cause],
      ['[Error] Could not connect to wallet', cause],
      ['[Error] Could not sign message', cause],
      ['[Error] Could not sign message', cause],
    ])
  })

  it('are not reported after the user has moved on', async () => {
    const reported: unknown[] = []
    const wallets = { watch: () => () => undefined, connect: () => Promise.reject(walletError('rejected')) }
    const deps = { wallets, reportError: (error: unknown) => reported.push(error) } as unknown as CryptoDeps
    const [connect] = calls as [WalletCall]
    await runWalletCall(connect, deps, () => false)
    expect(reported).toEqual([])
    await runWalletCall(connect, deps, () => true)
    expect(reported).toHaveLength(1)
  })
})

describe('the detection of wallets', () => {
  function lookOut(known: readonly DetectedWallet[], first: readonly DetectedWallet[]) {
    const sent: WalletsFound[] = []
    const stop = vi.fn()
    let notify = (_: readonly DetectedWallet[]): void => undefined
    const watch = (listener: typeof notify) => {
      notify = listener
      listener(first)
      return stop
    }
    const wallets = { watch, connect: async () => '', sign: async () => '' }
    const end = runWatchWallets({ type: 'watch_wallets', known }, { wallets }, (found) => sent.push(found))
    return { sent, stop, end, notify: (found: readonly DetectedWallet[]) => notify(found) }
  }

  it('settles once, when the wallets differ from the known ones', () => {
    const { sent, stop, notify } = lookOut([metamask], [metamask])
    expect(sent).toEqual([])
    notify([metamask, { ...metamask, id: 'wallet-2' }])
    notify([])
    expect(sent).toEqual([{ type: 'wallets_found', wallets: [metamask, { ...metamask, id: 'wallet-2' }] }])
    expect(stop).toHaveBeenCalled()
  })

  it('settles at once if there are wallets already, and leaves no listener', () => {
    const { sent, stop } = lookOut([], [metamask])
    expect(sent).toEqual([{ type: 'wallets_found', wallets: [metamask] }])
    expect(stop).toHaveBeenCalled()
  })

  it('does not settle after it was canceled', () => {
    const { sent, stop, end, notify } = lookOut([], [])
    end()
    notify([metamask])
    expect([sent, stop.mock.calls.length]).toEqual([[], 1])
  })
})
