import type { ReactElement } from 'react'
import { canGoBack } from '../login/is-done.ts'
import { LandingView } from '../login/landing/landing.view.tsx'
import { createLastUsed } from '../login/last-used.tsx'
import { LoggedInView } from '../login/logged-in.view.tsx'
import type { LoginScreen } from '../login/login.flow.ts'
import type { Shown } from '../login/login-stage.ts'
import type { LoginViews, MainParts } from '../login/login-view.ts'
import { LoginScene } from '../login/login-widget.tsx'
import { MainView } from '../login/main.view.tsx'
import { choicesMethod } from '../login/main-choices.tsx'
import { planLogin } from '../login/plan-login.ts'
import { Subtitle } from '../login/subtitle.tsx'
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
import type { Exhibit, ExhibitProps } from './exhibit.ts'
import { loginPictures } from './login.pictures.ts'
import type { LoginPicture } from './login-picture.ts'
import { picturesOf } from './picture.ts'
import type { Surroundings } from './still.tsx'
import { Still } from './still.tsx'

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

const parts: MainParts = {
  ...choicesMethod.parts,
  crypto: WalletButtons,
  passkeys: PasskeyButton,
  warning: PasskeyBanner,
  oneTap: OneTap,
  subtitle: Subtitle,
}

export const loginExhibits: readonly Exhibit[] = picturesOf<LoginPicture<LoginScreen>>(loginPictures).map(
  ({ screen, name, picture }) => ({
    widget: 'login',
    screen,
    name,
    View: (props: ExhibitProps) => (
      <Still {...props} picture={picture}>
        {(around) => <LoginStill around={around} picture={picture} />}
      </Still>
    ),
  }),
)

interface LoginStillProps {
  readonly around: Surroundings
  readonly picture: LoginPicture<LoginScreen>
}

function LoginStill({
  around: { extras, moves, ...around },
  picture: { state, config = {}, lastUsed = '' },
}: LoginStillProps): ReactElement {
  const plan = planLogin(config)
  if (!plan) throw new Error('The configuration of this picture has a problem.')
  const { Mark } = createLastUsed({ get: () => lastUsed, set: () => undefined }, plan)
  const marked = { ...parts, lastUsed: Mark }
  const View = views[state.screen] as Shown['View']
  const shown: Shown = { state, View, rest: extras, parts: marked, moves, canGoBack: canGoBack(state) }
  const stage = { get: () => shown, subscribe: () => () => undefined, send: () => undefined }
  return <LoginScene {...around} plan={plan} stage={stage} />
}
