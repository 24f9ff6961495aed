import type {
  Endpoint,
  OtpsAuthenticateResponse,
  OtpsEmailOptions,
  OtpsEmailRequest,
  OtpsSendResponse,
  OtpsSmsOptions,
  OtpsSmsRequest,
  OtpsWhatsappOptions,
  OtpsWhatsappRequest,
  SessionDuration,
} from '@latchkey/contract'
import {
  otpExpirationMinutes,
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
import type { ClientContext } from '../../context.ts'
import { validate } from '../../core/validate.ts'

export interface OtpChannel<Options> {
  /**
   * Sends a passcode to an e-mail address or to a phone number in E.164 form, creating the user where there is none.
   *
   * @example
   * const { method_id } = await client.otps.sms.loginOrCreate('+15005550006')
   */
  loginOrCreate(to: string, options?: Options): Promise<OtpsSendResponse>
  /** Sends a passcode to a known user; with a session, one that adds the address or number to its user. */
  send(to: string, options?: Options): Promise<OtpsSendResponse>
}

export interface Otps {
  readonly sms: OtpChannel<OtpsSmsOptions>
  readonly whatsapp: OtpChannel<OtpsWhatsappOptions>
  readonly email: OtpChannel<OtpsEmailOptions>
  /**
   * Checks the passcode that was sent under `methodId`.
   *
   * @example
   * await client.otps.authenticate('123456', method_id, { session_duration_minutes: 30 })
   */
  authenticate(code: string, methodId: string, options: SessionDuration): Promise<OtpsAuthenticateResponse>
}

export function createOtps(ctx: Pick<ClientContext, 'authenticate' | 'request' | 'session'>): Otps {
  const { request, session } = ctx

  function channel<Body, Options extends object>(
    name: string,
    field: 'email' | 'phone_number',
    loginOrCreate: Endpoint<Body, OtpsSendResponse>,
    primary: Endpoint<Body, OtpsSendResponse>,
    secondary: Endpoint<Body, OtpsSendResponse>,
  ): OtpChannel<Options> {
    function toBody(method: string, to: string, options: Options | undefined): Body {
      validate(`otps.${name}.${method}`, `${field}:s options:O`, { [field]: to, options })
      return { expiration_minutes: otpExpirationMinutes, ...options, [field]: to } as Body
    }
    return {
      loginOrCreate: async (to, options) => request(loginOrCreate, toBody('loginOrCreate', to, options)),
      send: async (to, options) => {
        const body = toBody('send', to, options)
        return request(session.sync().session ? secondary : primary, body)
      },
    }
  }

  return {
    sms: channel<OtpsSmsRequest, OtpsSmsOptions>(
      'sms',
      'phone_number',
      otpsSmsLoginOrCreate,
      otpsSmsSendPrimary,
      otpsSmsSendSecondary,
    ),
    whatsapp: channel<OtpsWhatsappRequest, OtpsWhatsappOptions>(
      'whatsapp',
      'phone_number',
      otpsWhatsappLoginOrCreate,
      otpsWhatsappSendPrimary,
      otpsWhatsappSendSecondary,
    ),
    email: channel<OtpsEmailRequest, OtpsEmailOptions>(
      'email',
      'email',
      otpsEmailLoginOrCreate,
      otpsEmailSendPrimary,
      otpsEmailSendSecondary,
    ),
    async authenticate(code, method_id, options) {
      const { session_duration_minutes } = validate<SessionDuration>(
        'otps.authenticate',
        'code:s method_id:s session_duration_minutes:n',
        { ...options, code, method_id },
      )
      return ctx.authenticate(otpsAuthenticate, { token: code, method_id, session_duration_minutes })
    },
  }
}
