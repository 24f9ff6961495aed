import type { Client } from '@latchkey/client'
import { clientInternals } from '@latchkey/client/internal'
import type { LoginPlan } from '../../config/login.config.ts'
import { failureOf } from '../../flow/failure.ts'
import type { LoginRunners } from '../../login/login-method.ts'
import type { CryptoOutcome, WalletCall, WalletsFound, WatchWallets } from './crypto.flow.ts'
import { createWallets } from './wallets/detect-wallets.ts'
import type { WalletPort } from './wallets/wallet-port.ts'

export interface CryptoDeps {
  readonly client: Pick<Client, 'cryptoWallets'>
  readonly plan: Pick<LoginPlan, 'sessionDurationMinutes'>
  readonly wallets: WalletPort
  /** Reports a failure to the host page. */
  readonly reportError: (error: unknown) => void
}

/** The error message for the host page, by effect. */
const reports = {
  connect_wallet: '[Error] Could not connect to wallet',
  start_wallet: '[Error] Could not connect to wallet',
  sign_challenge: '[Error] Could not sign message',
  authenticate_wallet: '[Error] Could not sign message',
} as const satisfies Record<WalletCall['type'], string>

/** Sends one event if the wallet responds. Never rejects. A failure that the flow ignores is not reported. */
export function runWalletCall(
  effect: WalletCall,
  deps: CryptoDeps,
  settle: (outcome: CryptoOutcome) => unknown,
): Promise<unknown> {
  return answer(effect, deps).then(settle, (cause: unknown) => {
    const isHeard = settle({ type: 'wallet_refused', call: effect.call, failure: failureOf(cause) })
    if (isHeard !== false) deps.reportError(new Error(reports[effect.type], { cause }))
  })
}

async function answer(effect: WalletCall, { client, plan, wallets }: CryptoDeps): Promise<CryptoOutcome> {
  const { call } = effect
  switch (effect.type) {
    case 'connect_wallet':
      return { type: 'wallet_connected', call, address: await wallets.connect(effect.id) }
    case 'start_wallet': {
      const { challenge } = await client.cryptoWallets.authenticateStart({
        crypto_wallet_address: effect.address,
        crypto_wallet_type: effect.walletType,
      })
      return { type: 'challenge_received', call, challenge }
    }
    case 'sign_challenge': {
      const signature = await wallets.sign(effect.id, effect.address, effect.challenge)
      return { type: 'challenge_signed', call, signature }
    }
    case 'authenticate_wallet':
      await client.cryptoWallets.authenticate({
        crypto_wallet_address: effect.address,
        crypto_wallet_type: effect.walletType,
        challenge: effect.challenge,
        signature: effect.signature,
        session_duration_minutes: plan.sessionDurationMinutes,
      })
      return { type: 'wallet_accepted', call }
    default:
      return effect satisfies never
  }
}

/** Settles when the wallets differ from the known ones. */
export function runWatchWallets(
  { known }: WatchWallets,
  { wallets }: Pick<CryptoDeps, 'wallets'>,
  send: (found: WalletsFound) => void,
): () => void {
  const before = JSON.stringify(known)
  let isOver = false
  let stop = (): void => undefined
  const end = (): void => {
    isOver = true
    stop()
  }
  stop = wallets.watch((found) => {
    if (isOver || JSON.stringify(found) === before) return
    end()
    send({ type: 'wallets_found', wallets: found })
  })
  // The listener may have been called before `watch` returned.
  if (isOver) stop()
  return end
}

/** One detection per window, shared by its widgets. */
const lookouts: WeakMap<object, WalletPort> = /* @__PURE__ */ new WeakMap()

function walletsOf(client: Client): WalletPort {
  const { platform } = clientInternals(client)
  const wallets = lookouts.get(platform) ?? createWallets(platform as unknown as EventTarget)
  lookouts.set(platform, wallets)
  return wallets
}

type Run = NonNullable<LoginRunners['connect_wallet']>

const runWallet = (effect: WalletCall, deps: Parameters<Run>[1], settle: Parameters<Run>[2]): Promise<unknown> =>
  runWalletCall(effect, { ...deps, wallets: walletsOf(deps.client) }, settle)

export const cryptoRunners: LoginRunners = {
  connect_wallet: runWallet,
  start_wallet: runWallet,
  sign_challenge: runWallet,
  authenticate_wallet(effect, deps, settle) {
    deps.beginSignIn()
    return runWallet(effect, deps, settle)
  },
  watch_wallets: (effect, deps, send) => runWatchWallets(effect, { wallets: walletsOf(deps.client) }, send),
}
