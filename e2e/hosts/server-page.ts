// The server of a host application renders the first HTML of the page.
import { renderToString } from 'react-dom/server'
import { hostLogin, type Wanted } from './host-login.ts'

export function render(wanted: Wanted): string {
  return renderToString(hostLogin(null, wanted, {}))
}
