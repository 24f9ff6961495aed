import type { ReactElement } from 'react'
import { canGoBack } from '../flow/is-done.ts'
import { planLogin } from '../login/config/plan-login.ts'
import { landingStates } from '../login/landing/landing.states.ts'
import { LandingView } from '../login/landing/landing.view.tsx'
import { LoggedInView } from '../login/logged-in.view.tsx'
import type { LoginScreen } from '../login/login.flow.ts'
import type { LoginMethod, LoginViews, MainSlots } from '../login/login-method.ts'
import type { Snapshot } from '../login/login-store.ts'
import { LoginLayout } from '../login/login-widget.tsx'
import { mainStates } from '../login/main/main.states.ts'
import { MainView } from '../login/main/main.view.tsx'
import { method as choices } from '../login/main/main-choices.tsx'
import { Subtitle } from '../login/main/subtitle.tsx'
import { createLastUsed } from '../login/storage/last-used.tsx'
import { galleryMethods, methodMainStates, methodStates } from '../methods/method-states.ts'
import { listStates } from './fixtures/gallery-state.ts'
import type { LoginGalleryState, LoginGalleryStates } from './fixtures/login-gallery-state.ts'
import { form } from './fixtures/login-gallery-state.ts'
import type { GalleryItem, GalleryItemProps } from './gallery-item.ts'
import type { LayoutProps } from './static-widget.tsx'
import { StaticWidget } from './static-widget.tsx'

const methods: readonly LoginMethod[] = [choices, ...galleryMethods]

const views: LoginViews = {
  main: MainView,
  logged_in: LoggedInView,
  landing: LandingView,
  ...Object.assign({}, ...methods.map((method) => method.views)),
}

const slots: MainSlots = Object.assign({ subtitle: Subtitle }, ...methods.map((method) => method.slots))

const states: LoginGalleryStates = {
  main: { ...mainStates, ...methodMainStates },
  ...methodStates,
  ...landingStates,
  logged_in: { success: { state: { screen: 'logged_in', calls: 1, form } } },
}

export const loginItems: readonly GalleryItem[] = listStates<LoginGalleryState<LoginScreen>>(states).map(
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
  const { Badge } = createLastUsed({ get: () => lastUsed, set: () => undefined }, plan, methods)
  const withBadge = { ...slots, lastUsed: Badge }
  const View = views[state.screen] as Snapshot['View']
  const shown: Snapshot = { state, View, runtime, slots: withBadge, screenChanges, canGoBack: canGoBack(state) }
  const store = { get: () => shown, subscribe: () => () => undefined, send: () => undefined }
  return <LoginLayout {...around} plan={plan} store={store} />
}
