import { b2bSsoAuthenticate } from '@latchkey/contract/b2b'
import { type Route, route } from '../../core/route.ts'
import type { Page } from '../../http/page.ts'
import { authenticateSso } from './sso.authenticate.ts'
import { ssoCallbackPage } from './sso.callback.ts'
import { ssoStartPage } from './sso.start.ts'

export const ssoSignInRoutes: readonly Route[] = [route(b2bSsoAuthenticate, authenticateSso, { vertical: 'B2B' })]

export const ssoSignInPages: readonly Page[] = [ssoStartPage, ssoCallbackPage]
