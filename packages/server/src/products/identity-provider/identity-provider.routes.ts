import {
  idpOAuthAuthorizeStart,
  idpOAuthAuthorizeSubmit,
  oauthAuthorizeStart,
  oauthLogoutStart,
  sessionsExchangeAccessToken,
} from '@latchkey/contract'
import type { Page } from '../../http/page.ts'
import { type Route, route } from '../../http/route.ts'
import { authorizePage } from './authorize.page.ts'
import { startAuthorize, startAuthorizeByList } from './authorize.start.ts'
import { authorizeFormPage, submitAuthorize } from './authorize.submit.ts'
import { discoveryPages } from './discovery.page.ts'
import { exchangeAccessToken } from './exchange-access-token.ts'
import { introspectPage } from './introspect.page.ts'
import { logoutPage } from './logout.page.ts'
import { startLogout } from './logout.start.ts'
import { registerPage } from './register.page.ts'
import { revokePage } from './revoke.page.ts'
import { tokenPage } from './token.page.ts'
import { userinfoPage } from './userinfo.page.ts'

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
