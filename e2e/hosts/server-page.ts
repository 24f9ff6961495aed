// What a host application's server does: the page's first picture, without a browser.
import { renderToString } from 'react-dom/server'
import { hostLogin, type Wanted } from './host-login.ts'

export function render(wanted: Wanted): string {
  return renderToString(hostLogin(null, wanted, {}))
}
