import type { WidgetDefinition } from '../widget/widget-definition.ts'
import type { B2bLoginStart } from './b2b-login-store.ts'
import type { B2bLoginConfig } from './config/b2b-login.config.ts'
import type { B2bLoginEvent } from './flow/b2b-events.ts'
import { hasBack } from './flow/b2b-login.flow.ts'
import type { B2bLoginState } from './flow/b2b-state.ts'
import { B2bMainView } from './views/b2b-main.view.tsx'
import { screens } from './views/b2b-screens.ts'
import { OAuthChoices } from './views/oauth-choices.tsx'
import { OAuthContext } from './views/oauth-context.ts'

/** The configuration of states without one. */
const usual: B2bLoginConfig = { authFlowType: 'Discovery', products: ['emailMagicLinks'] }

/** The widget with all its code at once, for the gallery and the organization switcher. */
export const staticB2bLogin: Pick<
  WidgetDefinition<B2bLoginStart, B2bLoginState, B2bLoginEvent>,
  'views' | 'backEvent'
> = {
  backEvent: (state) => (hasBack(state) ? { type: 'back_clicked' } : undefined),
  views: {
    ...screens,
    main: (props) => (
      <OAuthContext.Provider value={OAuthChoices}>
        <B2bMainView {...props} config={'products' in props.config ? props.config : usual} />
      </OAuthContext.Provider>
    ),
  },
}
