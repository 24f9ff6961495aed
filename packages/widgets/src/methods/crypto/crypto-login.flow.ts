import { settled, withForm } from '../../flow/sign-in-step.ts'
import { stay } from '../../flow/step.ts'
import type { LoginState, MethodFlow, WithForm } from '../../login/login.flow.ts'
import type { CryptoScreenEvent, CryptoState } from './crypto.flow.ts'
import { connectWallet, cryptoFlow, otherWallet, watchWallets } from './crypto.flow.ts'

/** Wallets in the login flow: buttons on Main, and their screens. */
export const cryptoLoginFlow: MethodFlow = {
  firstEffects: (buttons) => (buttons.includes('crypto') ? [watchWallets([])] : []),
  handle(state, event) {
    if (event.type === 'wallets_found') {
      return {
        state: { ...state, form: { ...state.form, wallets: event.wallets } },
        effects: [watchWallets(event.wallets)],
      }
    }
    // Passkeys handle this event on every screen.
    if (event.type === 'autofill_checked') return undefined
    if (isOwn(state)) return settled(state, cryptoFlow(state, event as CryptoScreenEvent))
    if (state.screen !== 'main') return undefined
    const { form, calls } = state
    if (event.type === 'wallet_chosen') {
      return state.status === 'editing' ? withForm(form, connectWallet(event.wallet, calls)) : stay(state)
    }
    if (event.type !== 'other_wallet_clicked') return undefined
    return state.status === 'editing' ? withForm(form, stay(otherWallet(form.wallets ?? [], calls))) : stay(state)
  },
}

function isOwn(state: LoginState): state is WithForm<CryptoState> {
  return state.screen.startsWith('crypto_')
}
