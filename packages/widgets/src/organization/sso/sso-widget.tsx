import type { B2bClient } from '@latchkey/client/b2b'
import type { ReactElement } from 'react'
import { FlowWidget } from '../../widget/flow-widget.tsx'
import type { WidgetDefinition } from '../../widget/widget-definition.ts'
import type { ResolvedProps } from '../../widget/widget-root.tsx'
import type { SsoSetupConfig } from './sso.config.ts'
import { createSsoActor } from './sso-actor.ts'
import { SsoConfirmView } from './sso-confirm.view.tsx'
import { SsoConnectionView } from './sso-connection.view.tsx'
import { SsoConnectionsView } from './sso-connections.view.tsx'
import type { SsoEvent, SsoState } from './sso-state.flow.ts'

export interface SsoStart {
  readonly config: SsoSetupConfig
}

export type SsoWidgetProps = ResolvedProps<B2bClient> & SsoStart

export const ssoSetup: WidgetDefinition<SsoStart, SsoState, SsoEvent, B2bClient> = {
  createActor: (_start, deps) => createSsoActor(deps),
  views: {
    sso_connections: SsoConnectionsView,
    sso_connection: SsoConnectionView,
    sso_confirm: SsoConfirmView,
  },
  backEvent: ({ screen }) => (screen === 'sso_connections' ? undefined : { type: 'back_clicked' }),
}

/** The lazily loaded component. */
export function SsoWidget({ config, ...props }: SsoWidgetProps): ReactElement {
  return <FlowWidget {...props} definition={ssoSetup} start={{ config }} />
}
