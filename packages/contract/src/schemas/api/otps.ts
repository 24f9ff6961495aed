import * as z from 'zod'
import type * as endpoints from '../../api/otps.ts'
import type {
  OtpsAuthenticateRequest,
  OtpsAuthenticateResponse,
  OtpsEmailRequest,
  OtpsSendResponse,
  OtpsSmsRequest,
  OtpsWhatsappRequest,
} from '../../api/otps.ts'
import { limits } from '../../core/limits.ts'
import {
  email,
  id,
  locale,
  minutes,
  okShape,
  phoneNumber,
  protection,
  sessionDuration,
  sessionMinutes,
  token,
} from '../core/base.ts'
import { type EndpointSchemas, exactly, type SchemasOf } from '../core/exact.ts'
import { authenticateShape } from './sessions.ts'

const options = {
  expiration_minutes: minutes(limits.otpMinutes).optional(),
  login_template_id: id.optional(),
  signup_template_id: id.optional(),
  locale: locale.optional(),
}

const sent = exactly<OtpsSendResponse>()(z.object({ ...okShape, method_id: id }))

const sms: EndpointSchemas<typeof endpoints.otpsSmsLoginOrCreate> = {
  request: exactly<OtpsSmsRequest>()(
    z.object({
      ...protection,
      ...options,
      phone_number: phoneNumber,
      enable_autofill: z.boolean().optional(),
      autofill_session_duration_minutes: sessionMinutes.optional(),
    }),
  ),
  response: sent,
}

const whatsapp: EndpointSchemas<typeof endpoints.otpsWhatsappLoginOrCreate> = {
  request: exactly<OtpsWhatsappRequest>()(z.object({ ...protection, ...options, phone_number: phoneNumber })),
  response: sent,
}

const emailed: EndpointSchemas<typeof endpoints.otpsEmailLoginOrCreate> = {
  request: exactly<OtpsEmailRequest>()(z.object({ ...protection, ...options, email })),
  response: sent,
}

export const otpSchemas: SchemasOf<typeof endpoints> = {
  otpsSmsLoginOrCreate: sms,
  otpsSmsSendPrimary: sms,
  otpsSmsSendSecondary: sms,
  otpsWhatsappLoginOrCreate: whatsapp,
  otpsWhatsappSendPrimary: whatsapp,
  otpsWhatsappSendSecondary: whatsapp,
  otpsEmailLoginOrCreate: emailed,
  otpsEmailSendPrimary: emailed,
  otpsEmailSendSecondary: emailed,
  otpsAuthenticate: {
    request: exactly<OtpsAuthenticateRequest>()(z.object({ ...sessionDuration, ...protection, token, method_id: id })),
    response: exactly<OtpsAuthenticateResponse>()(z.object({ ...authenticateShape, method_id: id })),
  },
}
