import type { B2bClient } from '@latchkey/client/b2b'
import type { WidgetDefinition } from '../widget/widget-definition.ts'
import type { B2bLoginStart } from './b2b-login-widget.tsx'
import { b2bLogin, firstScreens } from './b2b-login-widget.tsx'
import type { B2bLoginEvent } from './flow/b2b-events.ts'
import type { B2bLoginState } from './flow/b2b-state.ts'
import * as behindMain from './views/b2b-screens.ts'
import { ScreensContext } from './views/b2b-screens-context.tsx'

/** The widget with all its code at once, for the gallery. */
export const staticB2bLogin: Pick<
  WidgetDefinition<B2bLoginStart, B2bLoginState, B2bLoginEvent, B2bClient>,
  'views' | 'backEvent'
> = {
  ...b2bLogin,
  views: {
    ...behindMain.screens,
    ...firstScreens,
    main: (props) => (
      <ScreensContext.Provider value={{ value: behindMain }}>
        <firstScreens.main {...props} />
      </ScreensContext.Provider>
    ),
  },
}
