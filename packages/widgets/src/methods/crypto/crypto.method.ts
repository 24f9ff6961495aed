import type { LoginMethod } from '../../login/login-method.ts'
import { cryptoRunners } from './crypto.effects.ts'
import { CryptoConfirmationView } from './crypto-confirmation.view.tsx'
import { CryptoConnectView } from './crypto-connect.view.tsx'
import { CryptoErrorView } from './crypto-error.view.tsx'
import { cryptoLoginFlow } from './crypto-login.flow.ts'
import { CryptoOtherScreenView } from './crypto-other-screen.view.tsx'
import { CryptoSetupWalletView } from './crypto-setup-wallet.view.tsx'
import { CryptoSignMessageView } from './crypto-sign-message.view.tsx'
import { WalletButtons } from './wallet-buttons.view.tsx'

/** All screens are in one chunk, so that a started sign-in can be finished. */
export const method: LoginMethod = {
  views: {
    crypto_connect: CryptoConnectView,
    crypto_sign_message: CryptoSignMessageView,
    crypto_other_screen: CryptoOtherScreenView,
    crypto_setup_wallet: CryptoSetupWalletView,
    crypto_error: CryptoErrorView,
    crypto_confirmation: CryptoConfirmationView,
  },
  runners: cryptoRunners,
  flow: cryptoLoginFlow,
  slots: { crypto: WalletButtons },
  usedMethod(state, before) {
    if (state.screen !== 'crypto_confirmation') return undefined
    return before && 'wallet' in before ? `wallet:${before.wallet.name || before.wallet.option}` : null
  },
}
