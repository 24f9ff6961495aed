import {
  idpOAuthAuthorizeStart,
  idpOAuthAuthorizeSubmit,
  oauthAuthorizeStart,
  oauthLogoutStart,
  sessionsExchangeAccessToken,
} from '@latchkey/contract'
import {
  b2bIdpOAuthAuthorizeStart,
  b2bIdpOAuthAuthorizeSubmit,
  b2bOAuthAuthorizeStart,
  b2bOAuthLogoutStart,
  b2bSessionsExchangeAccessToken,
} from '@latchkey/contract/b2b'
import { type Route, route } from '../core/route.ts'
import type { Page } from '../http/page.ts'
import { authorizePage } from './authorize/authorize.page.ts'
import {
  startAuthorize,
  startAuthorizeByList,
  startMemberAuthorize,
  startMemberAuthorizeByList,
} from './authorize/authorize.start.ts'
import { authorizeFormPages, submitAuthorize } from './authorize/authorize.submit.ts'
import { registerPage } from './clients/register.page.ts'
import { discoveryPages } from './discovery/discovery.page.ts'
import { logoutPage } from './logout/logout.page.ts'
import { startLogout } from './logout/logout.start.ts'
import { exchangeAccessToken, exchangeMemberAccessToken } from './token/exchange-access-token.ts'
import { introspectPage } from './token/introspect.page.ts'
import { revokePage } from './token/revoke.page.ts'
import { tokenPage } from './token/token.page.ts'
import { userinfoPage } from './token/userinfo.page.ts'

const vertical = 'B2B'

export const identityProviderRoutes: readonly Route[] = [
  route(oauthAuthorizeStart, startAuthorize),
  route(idpOAuthAuthorizeStart, startAuthorizeByList),
  route(idpOAuthAuthorizeSubmit, submitAuthorize),
  route(oauthLogoutStart, startLogout),
  route(sessionsExchangeAccessToken, exchangeAccessToken),
  route(b2bOAuthAuthorizeStart, startMemberAuthorize, { vertical }),
  route(b2bIdpOAuthAuthorizeStart, startMemberAuthorizeByList, { vertical }),
  route(b2bIdpOAuthAuthorizeSubmit, submitAuthorize, { vertical }),
  route(b2bOAuthLogoutStart, startLogout, { vertical }),
  route(b2bSessionsExchangeAccessToken, exchangeMemberAccessToken, { vertical }),
]

export const identityProviderPages: readonly Page[] = [
  ...discoveryPages,
  authorizePage,
  ...authorizeFormPages,
  tokenPage,
  userinfoPage,
  introspectPage,
  revokePage,
  registerPage,
  logoutPage,
]
