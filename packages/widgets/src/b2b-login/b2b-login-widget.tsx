import type { B2bClient } from '@latchkey/client/b2b'
import type { ReactElement } from 'react'
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { useText } from '../i18n/use-text.ts'
import { importAgain } from '../login/import-again.ts'
import { landingStrings } from '../login/landing/landing.strings.ts'
import { Pending } from '../ui/pending.tsx'
import { FlowScreen } from '../widget/flow-widget.tsx'
import { useLatestProps } from '../widget/use-latest-props.ts'
import type { ResolvedProps } from '../widget/widget-root.tsx'
import type { B2bLoginStart } from './b2b-login-store.ts'
import { createB2bLoginStore } from './b2b-login-store.ts'
import type { B2bLoginEvent } from './flow/b2b-events.ts'
import type { B2bLoginState } from './flow/b2b-state.ts'
import { B2bMainView } from './views/b2b-main.view.tsx'
import type { B2bViews } from './views/b2b-view.ts'
import { OAuthContext } from './views/oauth-context.ts'

export type B2bLoginWidgetProps = ResolvedProps<B2bClient> & B2bLoginStart

type BehindMain = typeof import('./b2b-behind-main.ts')

/** The views until all others are loaded. */
const firstViews = { main: B2bMainView, landing: Verifying } as Partial<B2bViews> as B2bViews

function Verifying(): ReactElement {
  const t = useText(landingStrings)
  return <Pending>{t('landing.verifying')}</Pending>
}

/** The widget in a browser. Everything behind Main is loaded while Main is shown. */
export function B2bLoginWidget({ config, landing, ...props }: B2bLoginWidgetProps): ReactElement {
  const { client } = props
  const [start] = useState({ config, landing })
  const latest = useLatestProps(props)
  const store = useMemo(() => {
    let failure: Error | undefined
    const loadBehindMain = (): Promise<BehindMain> =>
      failure ? importAgain<BehindMain>(failure, 'runB2bLogin') : import('./b2b-behind-main.ts')
    return createB2bLoginStore({
      ...start,
      reportError: latest.onError,
      async load() {
        const { runB2bLogin } = await loadBehindMain().catch((error) => {
          failure ??= error
          throw error
        })
        return (email) => runB2bLogin({ ...start, client, latest }, email)
      },
    })
  }, [client, start, latest])
  useEffect(() => store.start(), [store])
  const { state, running, screenChanges, failure } = useSyncExternalStore(store.subscribe, store.get, store.get)
  // The error boundary of the widget offers a retry.
  if (failure) throw failure
  return (
    <OAuthContext.Provider value={running?.OAuthChoices}>
      <FlowScreen<B2bLoginStart, B2bLoginState, B2bLoginEvent>
        {...props}
        definition={{
          views: running ? { ...running.screens, main: B2bMainView } : firstViews,
          backEvent: (shown) => (running?.hasBack(shown) ? { type: 'back_clicked' } : undefined),
        }}
        state={state}
        runtime={running?.runtime}
        config={start.config}
        screenChanges={screenChanges}
        send={store.send}
        onError={latest.onError}
      />
    </OAuthContext.Provider>
  )
}
