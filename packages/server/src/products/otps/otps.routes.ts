import {
  otpsAuthenticate,
  otpsEmailLoginOrCreate,
  otpsEmailSendPrimary,
  otpsEmailSendSecondary,
  otpsSmsLoginOrCreate,
  otpsSmsSendPrimary,
  otpsSmsSendSecondary,
  otpsWhatsappLoginOrCreate,
  otpsWhatsappSendPrimary,
  otpsWhatsappSendSecondary,
} from '@latchkey/contract'
import { type Route, route } from '../../core/route.ts'
import { authenticatePasscode } from './otps.authenticate.ts'
import { sendByEmail, sendByPhone } from './otps.send.ts'

export const otpRoutes: readonly Route[] = [
  route(otpsSmsLoginOrCreate, sendByPhone('sms', 'login_or_create')),
  route(otpsSmsSendPrimary, sendByPhone('sms', 'primary')),
  route(otpsSmsSendSecondary, sendByPhone('sms', 'secondary')),
  route(otpsWhatsappLoginOrCreate, sendByPhone('whatsapp', 'login_or_create')),
  route(otpsWhatsappSendPrimary, sendByPhone('whatsapp', 'primary')),
  route(otpsWhatsappSendSecondary, sendByPhone('whatsapp', 'secondary')),
  route(otpsEmailLoginOrCreate, sendByEmail('login_or_create')),
  route(otpsEmailSendPrimary, sendByEmail('primary')),
  route(otpsEmailSendSecondary, sendByEmail('secondary')),
  route(otpsAuthenticate, authenticatePasscode),
]
