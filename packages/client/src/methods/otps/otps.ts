import type {
  OtpsAuthenticateResponse,
  OtpsEmailOptions,
  OtpsSendResponse,
  OtpsSmsOptions,
  OtpsWhatsappOptions,
  SessionDuration,
} from '@latchkey/contract'
import { otpExpirationMinutes, otpsAuthenticate } from '@latchkey/contract'
import type { ClientContext } from '../../context/context.ts'
import { validate } from '../../core/validate.ts'
import { createSendMethods } from '../send-methods.ts'

/** Sends passcodes by one channel. */
export interface OtpChannel<Options> {
  /**
   * Sends a passcode to an email address, or to a phone number in E.164 format. Creates the user if necessary.
   *
   * @example
   * const { method_id } = await client.otps.sms.loginOrCreate('+15005550006')
   */
  loginOrCreate(to: string, options?: Options): Promise<OtpsSendResponse>
  /** Sends a passcode to an existing user. With a session, it adds the address or number to its user. */
  send(to: string, options?: Options): Promise<OtpsSendResponse>
}

/** Sign-in with a passcode by email, SMS or WhatsApp. */
export interface Otps {
  readonly sms: OtpChannel<OtpsSmsOptions>
  readonly whatsapp: OtpChannel<OtpsWhatsappOptions>
  readonly email: OtpChannel<OtpsEmailOptions>
  /**
   * Signs in with a passcode. `methodId` is the `method_id` of the send call.
   *
   * @example
   * await client.otps.authenticate('123456', method_id, { session_duration_minutes: 30 })
   */
  authenticate(code: string, methodId: string, options: SessionDuration): Promise<OtpsAuthenticateResponse>
}

/**
 * Creates the method group `otps` for a context without the other groups.
 *
 * @example
 * const otps = createOtps(createContext('public-token-test-…', options))
 * const { method_id } = await otps.email.loginOrCreate('ada@example.com')
 */
export function createOtps(ctx: Pick<ClientContext, 'authenticate' | 'request' | 'session'>): Otps {
  const complete = <Body>(body: Body): Body => ({ expiration_minutes: otpExpirationMinutes, ...body })

  return {
    sms: createSendMethods(ctx, 'otps.sms', 'phone_number', '/otps/sms', complete),
    whatsapp: createSendMethods(ctx, 'otps.whatsapp', 'phone_number', '/otps/whatsapp', complete),
    email: createSendMethods(ctx, 'otps.email', 'email', '/otps/email', complete),
    async authenticate(code, method_id, options) {
      const { code: token, ...body } = validate<SessionDuration & { code: string; method_id: string }>(
        'otps.authenticate',
        'code method_id session_duration_minutes:number',
        { ...options, code, method_id },
      )
      return ctx.authenticate(otpsAuthenticate, { ...body, token })
    },
  }
}
