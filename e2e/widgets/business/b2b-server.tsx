// The host application on a server.
import type { B2bLoginConfig } from '@latchkey/widgets/b2b'
import { renderToString } from 'react-dom/server'
import { hostB2bLogin } from './host-b2b-login.tsx'

export function render(config: B2bLoginConfig): string {
  return renderToString(hostB2bLogin(config, null, () => undefined))
}
