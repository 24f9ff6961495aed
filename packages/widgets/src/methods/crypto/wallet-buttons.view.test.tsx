import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { LoginStateOf } from '../../login/login.flow.ts'
import type { LoginViewProps } from '../../login/login-method.ts'
import { main } from '../../login/login-states.suite.ts'
import { CryptoOtherScreenView } from './crypto-other-screen.view.tsx'
import { metamask } from './crypto-transitions.suite.ts'
import { WalletButtons } from './wallet-buttons.view.tsx'

const form = { ...main().form, wallets: [metamask], walletSlots: 1 }
const around = {
  send: () => undefined,
  plan: { buttons: ['crypto'], oauth: { providers: [] } },
  slots: { lastUsed: ({ method }: { method: string }) => (method === 'wallet:MetaMask' ? <i>last</i> : null) },
} as unknown as Omit<LoginViewProps<'main'>, 'state'>

const buttons = (change: Partial<LoginStateOf<'main'>>): string =>
  renderToStaticMarkup(<WalletButtons {...around} state={main({ form, ...change })} />)

it('looks disabled while another call is pending', () => {
  const isDead = (change: Partial<LoginStateOf<'main'>>) => buttons(change).includes('aria-disabled="true"')
  expect([
    isDead({}),
    isDead({ status: 'sending' }),
    isDead({ status: 'sending', pressed: 'google' }),
    isDead({ status: 'leaving', pressed: 'google' }),
  ]).toEqual([false, true, true, true])
})

it('logos the wallet that was used last, on Main and on the screen of other wallets', () => {
  const other = { screen: 'crypto_other_screen', calls: 3, form: { ...form, walletSlots: 0 } } as const
  const beyond = renderToStaticMarkup(<CryptoOtherScreenView {...around} state={other} />)
  expect([buttons({}), beyond].map((html) => html.includes('<i>last</i>'))).toEqual([true, true])
})
