// The server of a host application renders the first HTML of the page.
import { renderToString } from 'react-dom/server'
import { hostLogin, type ShowOptions } from './host-login.ts'

export function render(wanted: ShowOptions): string {
  return renderToString(hostLogin(null, wanted, {}))
}
