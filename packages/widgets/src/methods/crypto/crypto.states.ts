import type { LoginConfig } from '../../config/login.config.ts'
import { refusal } from '../../flow/failure.ts'
import type { LoginGalleryStates, MainGalleryStates } from '../../gallery/fixtures/login-gallery-state.ts'
import { form, mainWithForm } from '../../gallery/fixtures/login-gallery-state.ts'
import type { CryptoForm, CryptoState } from './crypto.flow.ts'
import type { DetectedWallet } from './wallets/detected-wallet.ts'

const metamask: DetectedWallet = { id: '1', type: 'ethereum', option: 'Metamask', name: 'MetaMask', icon: '' }

const wallets: readonly DetectedWallet[] = [
  metamask,
  { id: '2', type: 'solana', option: 'Phantom', name: 'Phantom', icon: '' },
  { id: '3', type: 'ethereum', option: 'Coinbase', name: 'Coinbase Wallet', icon: '' },
]

const crypto: CryptoForm = { walletAddress: '0x1', walletOption: 'Metamask', walletChallenge: 'Sign in' }
const config: LoginConfig = { products: ['crypto', 'emailMagicLinks'] }
const chosen = { wallet: metamask, crypto, calls: 1, form } as const

const mainConfig: LoginConfig = { products: ['emailMagicLinks', 'crypto'] }

export const cryptoMainStates: MainGalleryStates = {
  wallets: { state: mainWithForm({ tab: 'email_magic_link', wallets }), config: mainConfig },
  'last used: a wallet': {
    state: mainWithForm({ tab: 'email_magic_link', wallets }),
    config: mainConfig,
    lastUsed: 'wallet:Phantom',
  },
  'no wallet': { state: mainWithForm({ tab: 'email_magic_link', wallets: [] }), config: mainConfig },
}

export const cryptoStates: LoginGalleryStates<CryptoState['screen']> = {
  crypto_other_screen: {
    wallets: {
      state: { screen: 'crypto_other_screen', calls: 1, form: { ...form, wallets, walletSlots: 1 } },
      config,
    },
  },
  crypto_setup_wallet: {
    downloads: { state: { screen: 'crypto_setup_wallet', calls: 1, form }, config },
  },
  crypto_connect: {
    connecting: { state: { ...chosen, screen: 'crypto_connect', status: 'connecting' }, config },
    starting: { state: { ...chosen, screen: 'crypto_connect', status: 'starting' }, config },
  },
  crypto_sign_message: {
    signing: { state: { ...chosen, screen: 'crypto_sign_message', status: 'signing', isSignedIn: false }, config },
    verifying: { state: { ...chosen, screen: 'crypto_sign_message', status: 'verifying', isSignedIn: false }, config },
  },
  crypto_error: {
    failed: {
      state: {
        ...{ ...chosen, screen: 'crypto_error', status: 'failed', isSignedIn: false },
        failure: refusal('unknown_error'),
      },
      config,
    },
  },
  crypto_confirmation: {
    success: { state: { screen: 'crypto_confirmation', status: 'success', calls: 1, form }, config },
  },
}
