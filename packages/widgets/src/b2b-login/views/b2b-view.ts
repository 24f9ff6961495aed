import type { ReactElement } from 'react'
import type { WidgetViewProps } from '../../widget/widget-definition.ts'
import type { B2bLoginConfig } from '../config/b2b-login.config.ts'
import type { B2bLoginEvent } from '../flow/b2b-events.ts'
import type { B2bLoginScreen, B2bStateOf } from '../flow/b2b-state.ts'

/** The props of the view of a screen. */
export type B2bViewProps<Name extends B2bLoginScreen> = WidgetViewProps<B2bStateOf<Name>, B2bLoginEvent, B2bLoginConfig>

/** The views of all screens. */
export type B2bViews = { readonly [Name in B2bLoginScreen]: (props: B2bViewProps<Name>) => ReactElement }

/** The screens that are loaded while Main is shown. */
export type LaterScreens = Omit<B2bViews, 'main'>
