import type { OtpsEmailRequest, OtpsSendResponse, OtpsSmsRequest, OtpsWhatsappRequest } from '@latchkey/contract'
import type { Call, DataOf } from '../../core/route.ts'
import { emailIdentifier, phoneIdentifier } from '../../identifiers/identifier.ts'
import type { ProviderContext } from '../../provider-context.ts'
import { findRecipient, type SendMode } from '../../sending/recipient.ts'
import { sendPasscode } from '../../sending/send-passcode.ts'
import { projectRealm } from '../../storage/realm.ts'

export function sendByEmail(mode: SendMode) {
  return (context: ProviderContext, call: Call<OtpsEmailRequest>): Promise<DataOf<OtpsSendResponse>> =>
    sendPasscode(context, call, {
      ...{ channel: 'email', mode },
      identify: () => emailIdentifier(call.body.email),
      findRecipient: (identifier) => findRecipient(context, call, identifier, mode, projectRealm(call.project.id)),
    })
}

export function sendByPhone(channel: 'sms' | 'whatsapp', mode: SendMode) {
  return (
    context: ProviderContext,
    call: Call<OtpsSmsRequest | OtpsWhatsappRequest>,
  ): Promise<DataOf<OtpsSendResponse>> =>
    sendPasscode(context, call, {
      ...{ channel, mode },
      identify: () => phoneIdentifier(call.body.phone_number, call.project.settings),
      findRecipient: (identifier) => findRecipient(context, call, identifier, mode, projectRealm(call.project.id)),
    })
}
