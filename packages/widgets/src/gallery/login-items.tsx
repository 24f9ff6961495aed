import type { ReactElement } from 'react'
import { canGoBack } from '../flow/is-done.ts'
import { planLogin } from '../login/config/plan-login.ts'
import { LandingView } from '../login/landing/landing.view.tsx'
import { createLastUsed } from '../login/last-used.tsx'
import { LoggedInView } from '../login/logged-in.view.tsx'
import type { LoginScreen } from '../login/login.flow.ts'
import type { Snapshot } from '../login/login-store.ts'
import type { LoginViews, MainSlots } from '../login/login-view.ts'
import { LoginLayout } from '../login/login-widget.tsx'
import { MainView } from '../login/main/main.view.tsx'
import { choicesMethod } from '../login/main/main-choices.tsx'
import { Subtitle } from '../login/main/subtitle.tsx'
import { CryptoConfirmationView } from '../methods/crypto/crypto-confirmation.view.tsx'
import { CryptoConnectView } from '../methods/crypto/crypto-connect.view.tsx'
import { CryptoErrorView } from '../methods/crypto/crypto-error.view.tsx'
import { CryptoOtherScreenView } from '../methods/crypto/crypto-other-screen.view.tsx'
import { CryptoSetupWalletView } from '../methods/crypto/crypto-setup-wallet.view.tsx'
import { CryptoSignMessageView } from '../methods/crypto/crypto-sign-message.view.tsx'
import { WalletButtons } from '../methods/crypto/wallet-buttons.view.tsx'
import { EmailConfirmationView } from '../methods/magic-links/email-confirmation.view.tsx'
import { OneTap } from '../methods/one-tap/one-tap.view.tsx'
import { otpViews } from '../methods/otps/otps.views.ts'
import { PasskeyBanner } from '../methods/passkeys/passkey-banner.view.tsx'
import { PasskeyButton } from '../methods/passkeys/passkey-button.view.tsx'
import { PasskeyConfirmationView } from '../methods/passkeys/passkey-confirmation.view.tsx'
import { passwordViews } from '../methods/passwords/passwords.views.ts'
import type { GalleryItem, GalleryItemProps } from './gallery-item.ts'
import { listStates } from './gallery-state.ts'
import { loginStates } from './login.states.ts'
import type { LoginGalleryState } from './login-gallery-state.ts'
import type { LayoutProps } from './static-widget.tsx'
import { StaticWidget } from './static-widget.tsx'

const views: Required<LoginViews> = {
  main: MainView,
  email_confirmation: EmailConfirmationView,
  logged_in: LoggedInView,
  landing: LandingView,
  ...otpViews,
  ...passwordViews,
  passkey_confirmation: PasskeyConfirmationView,
  crypto_connect: CryptoConnectView,
  crypto_sign_message: CryptoSignMessageView,
  crypto_other_screen: CryptoOtherScreenView,
  crypto_setup_wallet: CryptoSetupWalletView,
  crypto_error: CryptoErrorView,
  crypto_confirmation: CryptoConfirmationView,
}

const slots: MainSlots = {
  ...choicesMethod.slots,
  crypto: WalletButtons,
  passkeys: PasskeyButton,
  warning: PasskeyBanner,
  oneTap: OneTap,
  subtitle: Subtitle,
}

export const loginItems: readonly GalleryItem[] = listStates<LoginGalleryState<LoginScreen>>(loginStates).map(
  ({ screen, name, item }) => ({
    widget: 'login',
    screen,
    name,
    View: (props: GalleryItemProps) => (
      <StaticWidget {...props} item={item}>
        {(around) => <StaticLogin around={around} item={item} />}
      </StaticWidget>
    ),
  }),
)

interface StaticLoginProps {
  readonly around: LayoutProps
  readonly item: LoginGalleryState<LoginScreen>
}

function StaticLogin({
  around: { runtime, screenChanges, ...around },
  item: { state, config = {}, lastUsed = '' },
}: StaticLoginProps): ReactElement {
  const plan = planLogin(config)
  if (!plan) throw new Error('The configuration of this gallery item has a problem.')
  const { Mark } = createLastUsed({ get: () => lastUsed, set: () => undefined }, plan)
  const marked = { ...slots, lastUsed: Mark }
  const View = views[state.screen] as Snapshot['View']
  const shown: Snapshot = { state, View, runtime, slots: marked, screenChanges, canGoBack: canGoBack(state) }
  const store = { get: () => shown, subscribe: () => () => undefined, send: () => undefined }
  return <LoginLayout {...around} plan={plan} store={store} />
}
