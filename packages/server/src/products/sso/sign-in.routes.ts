import { b2bSsoAuthenticate, b2bSsoGetTest, b2bSsoStartTest } from '@latchkey/contract/b2b'
import { type Route, route } from '../../core/route.ts'
import type { Page } from '../../http/page.ts'
import { authenticateSso } from './sso.authenticate.ts'
import { ssoCallbackPage } from './sso.callback.ts'
import { ssoStartPage } from './sso.start.ts'
import { ssoTestPage } from './sso-test.page.ts'
import { getTest, startTest } from './sso-test.service.ts'

const vertical = 'B2B'
const tests = { vertical, permission: { resource: 'sso', action: 'update' } } as const

export const ssoSignInRoutes: readonly Route[] = [
  route(b2bSsoAuthenticate, authenticateSso, { vertical }),
  route(b2bSsoStartTest, startTest, tests),
  route(b2bSsoGetTest, getTest, tests),
]

export const ssoSignInPages: readonly Page[] = [ssoStartPage, ssoCallbackPage, ssoTestPage]
