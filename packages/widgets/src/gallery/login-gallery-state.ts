import type { LoginConfig } from '../login/config/login.config.ts'
import type { LoginScreen, LoginState, LoginStateOf } from '../login/login.flow.ts'
import type { MainForm } from '../login/main/main.flow.ts'
import type { DetectedWallet } from '../methods/crypto/crypto.flow.ts'
import type { GalleryState, GalleryStates } from './gallery-state.ts'
import { ada } from './gallery-state.ts'

interface Configured {
  readonly config?: LoginConfig
  /** The method that was used last. */
  readonly lastUsed?: string
}

/** A screen of the login widget in one state. */
export type LoginGalleryState<Name extends LoginScreen> = GalleryState<LoginStateOf<Name>> & Configured

export type LoginGalleryStates = GalleryStates<LoginState, Configured>

/** What was typed on Main. */
export const form: MainForm = { tab: 'email_otp', email: ada, phone: '', country: 'US' }

export const metamask: DetectedWallet = { id: '1', type: 'ethereum', option: 'Metamask', name: 'MetaMask', icon: '' }

export const wallets: readonly DetectedWallet[] = [
  metamask,
  { id: '2', type: 'solana', option: 'Phantom', name: 'Phantom', icon: '' },
  { id: '3', type: 'ethereum', option: 'Coinbase', name: 'Coinbase Wallet', icon: '' },
]
