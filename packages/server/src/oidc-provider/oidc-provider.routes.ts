import {
  idpOAuthAuthorizeStart,
  idpOAuthAuthorizeSubmit,
  oauthAuthorizeStart,
  oauthLogoutStart,
  sessionsExchangeAccessToken,
} from '@latchkey/contract'
import { type Route, route } from '../core/route.ts'
import type { Page } from '../http/page.ts'
import { authorizePage } from './authorize/authorize.page.ts'
import { startAuthorize, startAuthorizeByList } from './authorize/authorize.start.ts'
import { authorizeFormPage, submitAuthorize } from './authorize/authorize.submit.ts'
import { registerPage } from './clients/register.page.ts'
import { discoveryPages } from './discovery/discovery.page.ts'
import { logoutPage } from './logout/logout.page.ts'
import { startLogout } from './logout/logout.start.ts'
import { exchangeAccessToken } from './token/exchange-access-token.ts'
import { introspectPage } from './token/introspect.page.ts'
import { revokePage } from './token/revoke.page.ts'
import { tokenPage } from './token/token.page.ts'
import { userinfoPage } from './token/userinfo.page.ts'

export const identityProviderRoutes: readonly Route[] = [
  route(oauthAuthorizeStart, startAuthorize),
  route(idpOAuthAuthorizeStart, startAuthorizeByList),
  route(idpOAuthAuthorizeSubmit, submitAuthorize),
  route(oauthLogoutStart, startLogout),
  route(sessionsExchangeAccessToken, exchangeAccessToken),
]

export const identityProviderPages: readonly Page[] = [
  ...discoveryPages,
  authorizePage,
  authorizeFormPage,
  tokenPage,
  userinfoPage,
  introspectPage,
  revokePage,
  registerPage,
  logoutPage,
]
