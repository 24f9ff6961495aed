import type { B2bClient } from '@latchkey/client/b2b'
import type { WidgetEvent } from '@latchkey/widgets'
import { B2bLogin, type B2bLoginConfig } from '@latchkey/widgets/b2b'
import type { ReactElement } from 'react'

/** The React tree of the host application. A server has no client. */
export function hostB2bLogin(
  config: B2bLoginConfig,
  client: B2bClient | null,
  onEvent: (event: WidgetEvent) => void,
): ReactElement {
  return <B2bLogin config={config} client={client} callbacks={{ onEvent }} />
}
