import type { LoginState, LoginStateOf } from '../../login/login.flow.ts'
import type { LoginFlowPart, Transition } from '../../login/login-flow-part.suite.ts'
import { afterSignIn, mainAfter, transition } from '../../login/login-flow-part.suite.ts'
import { flowComplete, loggedIn, main, refused } from '../../login/login-states.suite.ts'
import { startMain } from '../../login/main/main.flow.ts'
import type { CryptoForm } from './crypto.flow.ts'
import type { DetectedWallet } from './wallets/detected-wallet.ts'

export const metamask: DetectedWallet = {
  id: 'wallet-1',
  type: 'ethereum',
  option: 'Metamask',
  name: 'MetaMask',
  icon: '',
}

const address = '0xA'
const challenge = 'Sign in.'
const signature = '0xsigned'
const wallets = [metamask]
const { form } = main()

const chosen: CryptoForm = { walletAddress: '', walletOption: 'Metamask', walletChallenge: '' }
const connected: CryptoForm = { ...chosen, walletAddress: address }

export function connecting(change: Partial<LoginStateOf<'crypto_connect'>> = {}): LoginStateOf<'crypto_connect'> {
  return { screen: 'crypto_connect', wallet: metamask, crypto: chosen, status: 'connecting', calls: 4, form, ...change }
}

export function signing(
  change: Partial<LoginStateOf<'crypto_sign_message'>> = {},
): LoginStateOf<'crypto_sign_message'> {
  return {
    screen: 'crypto_sign_message',
    wallet: metamask,
    crypto: { ...connected, walletChallenge: challenge },
    status: 'signing',
    calls: 6,
    isSignedIn: false,
    form,
    ...change,
  }
}

function transitions(): Transition[] {
  const starting = connecting({ status: 'starting', crypto: connected, calls: 5 })
  const verifying = signing({ status: 'verifying', calls: 7 })
  const signedIn = { ...verifying, isSignedIn: true }
  const other: LoginStateOf<'crypto_other_screen'> = { screen: 'crypto_other_screen', calls: 3, form }
  const setup: LoginStateOf<'crypto_setup_wallet'> = { screen: 'crypto_setup_wallet', calls: 3, form }
  const confirmed: LoginStateOf<'crypto_confirmation'> = {
    screen: 'crypto_confirmation',
    status: 'success',
    calls: 7,
    form,
  }
  const failedIn = (from: LoginStateOf<'crypto_connect' | 'crypto_sign_message'>): LoginStateOf<'crypto_error'> => ({
    screen: 'crypto_error',
    status: 'failed',
    wallet: from.wallet,
    crypto: from.crypto,
    failure: refused,
    calls: from.calls,
    isSignedIn: false,
    form,
  })
  const failed = failedIn(signing())
  const wallet = { crypto_wallet_address: address, crypto_wallet_type: 'ethereum' }
  const connect = (call: number) => ({ type: 'connect_wallet', call, id: 'wallet-1' }) as const
  const found: LoginState[] = [
    main(),
    connecting(),
    starting,
    signing(),
    verifying,
    other,
    setup,
    failed,
    confirmed,
    loggedIn(),
  ]
  const asking = [main(), connecting(), starting, signing(), other, setup, failed]
  const withWallets = main({ form: { ...form, wallets } })
  return [
    ...found.map((from) =>
      transition(from, { type: 'wallets_found', wallets }, { ...from, form: { ...form, wallets } } as LoginState, {
        type: 'watch_wallets',
        known: wallets,
      }),
    ),
    ...found.slice(1, -2).map((from) => transition(from, { type: 'back_clicked' }, mainAfter(from))),
    ...found.slice(-2).map((from) => transition(from, { type: 'session_ended' }, mainAfter(from))),
    ...asking.map((from) => transition(from, { type: 'session_began' }, ...afterSignIn(from))),
    ...[connecting(), starting, signing(), verifying].map((from) =>
      transition(from, { type: 'wallet_refused', call: from.calls, failure: refused }, failedIn(from)),
    ),
    transition(main(), { type: 'wallet_chosen', wallet: metamask }, connecting(), connect(4)),
    transition(main(), { type: 'other_wallet_clicked' }, setup),
    transition(withWallets, { type: 'other_wallet_clicked' }, { ...other, form: { ...form, wallets } }),
    transition(other, { type: 'wallet_chosen', wallet: metamask }, connecting(), connect(4)),
    transition(other, { type: 'wallet_setup_clicked' }, setup),
    transition(failed, { type: 'wallet_retried' }, connecting({ calls: 7 }), connect(7)),
    transition(connecting(), { type: 'wallet_connected', call: 4, address }, starting, {
      ...{ type: 'start_wallet', call: 5, walletType: 'ethereum', address },
    }),
    transition(
      starting,
      { type: 'challenge_received', call: 5, challenge },
      signing(),
      { type: 'emit', event: { type: 'CRYPTO_WALLET_AUTHENTICATE_START', data: wallet } },
      { type: 'sign_challenge', call: 6, id: 'wallet-1', address, challenge },
    ),
    transition(signing(), { type: 'challenge_signed', call: 6, signature }, verifying, {
      ...{ type: 'authenticate_wallet', call: 7, walletType: 'ethereum', address, challenge, signature },
    }),
    transition(
      verifying,
      { type: 'wallet_accepted', call: 7 },
      confirmed,
      { type: 'emit', event: { type: 'CRYPTO_WALLET_AUTHENTICATE', data: wallet } },
      flowComplete,
    ),
    transition(verifying, { type: 'session_began' }, signedIn),
    transition(signedIn, { type: 'session_ended' }, verifying),
    transition(signedIn, { type: 'back_clicked' }, ...afterSignIn(verifying)),
    transition(signedIn, { type: 'wallet_refused', call: 7, failure: refused }, ...afterSignIn(verifying)),
  ]
}

/** Detected wallets and their responses. */
export const cryptoPart: LoginFlowPart = {
  first: startMain([]),
  moves: [
    { type: 'wallets_found', wallets: [] },
    { type: 'wallets_found', wallets },
    { type: 'wallet_chosen', wallet: metamask },
    { type: 'other_wallet_clicked' },
    { type: 'wallet_setup_clicked' },
    { type: 'wallet_retried' },
  ],
  outcomes: (call) => [
    { type: 'wallet_connected', call, address },
    { type: 'challenge_received', call, challenge },
    { type: 'challenge_signed', call, signature },
    { type: 'wallet_accepted', call },
    { type: 'wallet_refused', call, failure: refused },
  ],
  transitions: transitions(),
}
