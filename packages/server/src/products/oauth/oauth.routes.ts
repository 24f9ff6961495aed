import { oauthAttach, oauthAuthenticate, usersDeleteOAuthRegistration } from '@latchkey/contract'
import { type Route, route } from '../../core/route.ts'
import type { Page } from '../../http/page.ts'
import { removeRegistration } from '../../sessions/remove-registration.ts'
import { attachOAuth } from './oauth.attach.ts'
import { authenticateOAuth } from './oauth.authenticate.ts'
import { oauthCallbackPage } from './oauth.callback.ts'
import { oauthStartPages } from './oauth.start.ts'
import { oneTapStartPage, oneTapSubmitPage } from './one-tap.ts'

export const oauthRoutes: readonly Route[] = [
  route(oauthAttach, attachOAuth),
  route(oauthAuthenticate, authenticateOAuth),
  route(usersDeleteOAuthRegistration, removeRegistration('oauth')),
]

export const oauthPages: readonly Page[] = [...oauthStartPages, oauthCallbackPage, oneTapStartPage, oneTapSubmitPage]
