import { type OtpsSendResponse, otpExpirationMinutes } from '@latchkey/contract'
import type { Call, DataOf } from '../core/route.ts'
import type { Channel } from '../delivery/delivery.ts'
import { passcodeMessage } from '../delivery/templates/passcode.ts'
import type { Identifier } from '../identifiers/identifier.ts'
import { describeMessage } from '../notices/describe-message.ts'
import { requestedTemplates } from '../projects/requested-template.ts'
import { requireMethod } from '../projects/require-method.ts'
import type { ProviderContext } from '../provider-context.ts'
import { newPasscode, passcodeMac } from '../tokens/one-time-secrets.ts'
import { channels } from './passcode-channels.ts'
import { type Recipient, readerOf, type SendMode } from './recipient.ts'
import { newOneTime, sendOneTime } from './send-one-time.ts'

interface SendOptions {
  expiration_minutes?: number
  locale?: string
  login_template_id?: string
  signup_template_id?: string
}

/** What channels, users and members have of their own. */
interface PasscodeTarget {
  channel: Channel
  mode: SendMode
  identify(): Identifier | Promise<Identifier>
  findRecipient(identifier: Identifier): Promise<Recipient>
  /** Defaults to `expiration_minutes` of the request. */
  minutes?(kind: Recipient['kind']): number | undefined
}

export async function sendPasscode(
  context: ProviderContext,
  call: Call<SendOptions>,
  target: PasscodeTarget,
): Promise<DataOf<OtpsSendResponse>> {
  const { channel, mode } = target
  const { random, vault, clock } = context
  const { project, body } = call
  const { purpose, setting } = channels[channel]
  requireMethod(project, setting)
  const identified = await target.identify()
  const templateKind = channel === 'email' ? 'passcode' : 'passcode_text'
  const templates = await requestedTemplates(context, project, templateKind, body)
  const recipient = await target.findRecipient(identified)
  const { identifier, owner, caller, kind, decoy } = recipient
  const lifetimeMinutes = target.minutes?.(kind) ?? body.expiration_minutes ?? otpExpirationMinutes
  const template = kind === 'signup' ? templates.signup : templates.login
  const messageContext = describeMessage(context, call, { ...readerOf(recipient), locale: body.locale, template })
  const row = newOneTime({
    ...{ project, recipient, purpose, lifetimeMinutes, random },
    now: clock.now(),
    // Also for a decoy: wrong codes count at the caller, so that the count does not reveal whose address it is.
    accountId: caller?.account.id ?? owner?.id ?? null,
    payload: { create: mode === 'login_or_create', language: messageContext.language.tag },
  })
  const code = newPasscode(random)
  const message = passcodeMessage({
    ...{ channel, code, kind },
    to: identifier.key,
    expiresInMinutes: lifetimeMinutes,
    context: messageContext,
    originHost: autofillHost(call),
  })
  // A decoy's code is never sent, so a random value is stored that no code matches.
  const codeMac = passcodeMac(vault, row.id, decoy ? Buffer.from(random.bytes(32)).toString('hex') : code)
  await sendOneTime(context, call, recipient, {
    event: 'otp_send',
    row: { ...row, codeMac },
    message,
    pendingUser: null,
    voidsEarlier: true,
  })
  return { method_id: row.id }
}

/** Browsers autofill a code that names the host of their page. The origin was checked before. */
function autofillHost({ origin, body }: Call<SendOptions & { enable_autofill?: boolean }>): string | undefined {
  if (origin === null || body.enable_autofill === false) return undefined
  return new URL(origin).hostname
}
