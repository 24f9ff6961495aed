import {
  magicLinksAuthenticate,
  magicLinksEmailLoginOrCreate,
  magicLinksEmailSendPrimary,
  magicLinksEmailSendSecondary,
  magicLinksInspect,
} from '@latchkey/contract'
import { type Route, route } from '../../core/route.ts'
import { authenticateMagicLink } from './magic-links.authenticate.ts'
import { inspectMagicLink } from './magic-links.inspect.ts'
import { sendMagicLink } from './magic-links.send.ts'

export const magicLinkRoutes: readonly Route[] = [
  route(magicLinksEmailLoginOrCreate, sendMagicLink('login_or_create')),
  route(magicLinksEmailSendPrimary, sendMagicLink('primary')),
  route(magicLinksEmailSendSecondary, sendMagicLink('secondary')),
  route(magicLinksAuthenticate, authenticateMagicLink),
  route(magicLinksInspect, inspectMagicLink),
]
