import type { CryptoWalletType, WalletOption } from '@latchkey/contract'
import type { Failure } from '../../flow/failure.ts'
import type { Flow, Step } from '../../flow/step.ts'
import { stay } from '../../flow/step.ts'
import type { Emit } from '../../flow/widget-events.ts'
import { emit } from '../../flow/widget-events.ts'
import type { DetectedWallet } from './wallets/detected-wallet.ts'

/** The wallets on Main. */
export interface CryptoMainForm {
  /** The wallets of this browser, once there are any. */
  readonly wallets?: readonly DetectedWallet[]
  /** The number of wallet buttons that Main reserved at its first render. Defaults to any number. */
  readonly walletSlots?: number
}

/** The form state of a sign-in with a wallet. */
export interface CryptoForm {
  readonly walletAddress: string
  readonly walletOption: WalletOption
  readonly walletChallenge: string
}

/** No wallet is chosen yet. */
export const noWallet: CryptoForm = { walletAddress: '', walletOption: 'Metamask', walletChallenge: '' }

export interface CryptoOther {
  readonly screen: 'crypto_other_screen'
  readonly calls: number
}

export interface CryptoSetup {
  readonly screen: 'crypto_setup_wallet'
  readonly calls: number
}

/** The chosen wallet and its state. */
interface Chosen {
  readonly wallet: DetectedWallet
  readonly crypto: CryptoForm
  /** The number of calls so far. Results of earlier calls are ignored. */
  readonly calls: number
}

export interface CryptoConnect extends Chosen {
  readonly screen: 'crypto_connect'
  /** First the wallet returns an account, then the provider a challenge. */
  readonly status: 'connecting' | 'starting'
}

export interface CryptoSignMessage extends Chosen {
  readonly screen: 'crypto_sign_message'
  /** First the wallet signs, then the provider verifies the signature. */
  readonly status: 'signing' | 'verifying'
  /** The user has signed in another way during the check. */
  readonly isSignedIn: boolean
}

export interface CryptoError extends Chosen {
  readonly screen: 'crypto_error'
  readonly status: 'failed'
  readonly failure: Failure
  readonly isSignedIn: boolean
}

export interface CryptoConfirmation {
  readonly screen: 'crypto_confirmation'
  readonly status: 'success'
  readonly calls: number
}

export type CryptoState =
  | CryptoOther
  | CryptoSetup
  | CryptoConnect
  | CryptoSignMessage
  | CryptoError
  | CryptoConfirmation

/** Requests the account of the wallet. */
export interface ConnectWallet {
  readonly type: 'connect_wallet'
  readonly call: number
  readonly id: string
}

/** Requests the challenge from the provider. */
export interface StartWallet {
  readonly type: 'start_wallet'
  readonly call: number
  readonly walletType: CryptoWalletType
  readonly address: string
}

export interface SignChallenge {
  readonly type: 'sign_challenge'
  readonly call: number
  readonly id: string
  readonly address: string
  readonly challenge: string
}

export interface AuthenticateWallet {
  readonly type: 'authenticate_wallet'
  readonly call: number
  readonly walletType: CryptoWalletType
  readonly address: string
  readonly challenge: string
  readonly signature: string
}

/** Settles when the wallets differ from the known ones. */
export interface WatchWallets {
  readonly type: 'watch_wallets'
  readonly known: readonly DetectedWallet[]
}

export type WalletCall = ConnectWallet | StartWallet | SignChallenge | AuthenticateWallet

export type CryptoEffect = WalletCall | WatchWallets | Emit

export interface WalletsFound {
  readonly type: 'wallets_found'
  readonly wallets: readonly DetectedWallet[]
}

export type CryptoOutcome =
  | { readonly type: 'wallet_connected'; readonly call: number; readonly address: string }
  | { readonly type: 'challenge_received'; readonly call: number; readonly challenge: string }
  | { readonly type: 'challenge_signed'; readonly call: number; readonly signature: string }
  | { readonly type: 'wallet_accepted'; readonly call: number }
  | { readonly type: 'wallet_refused'; readonly call: number; readonly failure: Failure }

/** Events of the wallets' own screens. */
export type CryptoScreenEvent =
  | CryptoOutcome
  | { readonly type: 'wallet_chosen'; readonly wallet: DetectedWallet }
  | { readonly type: 'wallet_setup_clicked' }
  | { readonly type: 'wallet_retried' }

export type CryptoEvent = CryptoScreenEvent | WalletsFound | { readonly type: 'other_wallet_clicked' }

/** Watches as long as the widget is mounted. */
export function watchWallets(known: readonly DetectedWallet[]): WatchWallets {
  return { type: 'watch_wallets', known }
}

/** Starts with the connection of a wallet. */
export function connectWallet(wallet: DetectedWallet, calls: number): Step<CryptoConnect, CryptoEffect> {
  const call = calls + 1
  const crypto = { ...noWallet, walletOption: wallet.option }
  return {
    state: { screen: 'crypto_connect', wallet, crypto, status: 'connecting', calls: call },
    effects: [{ type: 'connect_wallet', call, id: wallet.id }],
  }
}

/** Shows the other wallets, or download links if the browser has no wallet. */
export function otherWallet(wallets: readonly DetectedWallet[], calls: number): CryptoOther | CryptoSetup {
  return { screen: wallets.length > 0 ? 'crypto_other_screen' : 'crypto_setup_wallet', calls }
}

export const cryptoFlow: Flow<CryptoState, CryptoScreenEvent, CryptoEffect> = (state, event) => {
  switch (event.type) {
    case 'wallet_chosen':
      return state.screen === 'crypto_other_screen' ? connectWallet(event.wallet, state.calls) : stay(state)
    case 'wallet_setup_clicked':
      if (state.screen !== 'crypto_other_screen') return stay(state)
      return stay({ screen: 'crypto_setup_wallet', calls: state.calls })
    case 'wallet_retried':
      return state.screen === 'crypto_error' ? connectWallet(state.wallet, state.calls) : stay(state)
    case 'wallet_connected':
      return isAwaited(state, event.call, 'connecting') ? start(state, event.address) : stay(state)
    case 'challenge_received':
      return isAwaited(state, event.call, 'starting') ? sign(state, event.challenge) : stay(state)
    case 'challenge_signed':
      return isAwaited(state, event.call, 'signing') ? authenticate(state, event.signature) : stay(state)
    case 'wallet_accepted':
      return isAwaited(state, event.call, 'verifying') ? confirm(state) : stay(state)
    case 'wallet_refused':
      if (!isAsking(state) || state.calls !== event.call) return stay(state)
      return stay(failed(state, event.failure))
    default:
      event satisfies never
      return stay(state)
  }
}

function failed(state: Asking, failure: Failure): CryptoError {
  const { wallet, crypto, calls } = state
  const isSignedIn = state.screen === 'crypto_sign_message' && state.isSignedIn
  return { screen: 'crypto_error', status: 'failed', wallet, crypto, failure, calls, isSignedIn }
}

type Asking = CryptoConnect | CryptoSignMessage

function isAsking(state: CryptoState): state is Asking {
  return state.screen === 'crypto_connect' || state.screen === 'crypto_sign_message'
}

/** True for the response to the current call. Others are ignored. */
function isAwaited(state: CryptoState, call: number, status: Asking['status']): state is Asking {
  return isAsking(state) && state.status === status && state.calls === call
}

function start(state: Chosen, address: string): Step<CryptoConnect, CryptoEffect> {
  const call = state.calls + 1
  const { wallet, crypto } = state
  return {
    state: {
      screen: 'crypto_connect',
      wallet,
      crypto: { ...crypto, walletAddress: address },
      status: 'starting',
      calls: call,
    },
    effects: [{ type: 'start_wallet', call, walletType: wallet.type, address }],
  }
}

function sign(state: Chosen, challenge: string): Step<CryptoSignMessage, CryptoEffect> {
  const call = state.calls + 1
  const { wallet, crypto } = state
  const address = crypto.walletAddress
  return {
    state: {
      screen: 'crypto_sign_message',
      wallet,
      crypto: { ...crypto, walletChallenge: challenge },
      status: 'signing',
      calls: call,
      isSignedIn: false,
    },
    effects: [
      emit({
        type: 'CRYPTO_WALLET_AUTHENTICATE_START',
        data: { crypto_wallet_address: address, crypto_wallet_type: wallet.type },
      }),
      { type: 'sign_challenge', call, id: wallet.id, address, challenge },
    ],
  }
}

function authenticate(state: Chosen, signature: string): Step<CryptoSignMessage, CryptoEffect> {
  const call = state.calls + 1
  const { wallet, crypto } = state
  const { walletAddress: address, walletChallenge: challenge } = crypto
  return {
    state: { screen: 'crypto_sign_message', wallet, crypto, status: 'verifying', calls: call, isSignedIn: false },
    effects: [{ type: 'authenticate_wallet', call, walletType: wallet.type, address, challenge, signature }],
  }
}

function confirm({ wallet, crypto, calls }: Chosen): Step<CryptoConfirmation, CryptoEffect> {
  return {
    state: { screen: 'crypto_confirmation', status: 'success', calls },
    effects: [
      emit({
        type: 'CRYPTO_WALLET_AUTHENTICATE',
        data: { crypto_wallet_address: crypto.walletAddress, crypto_wallet_type: wallet.type },
      }),
      emit({ type: 'AUTHENTICATE_FLOW_COMPLETE', data: {} }),
    ],
  }
}
