import { ProviderError } from '../../core/provider-error.ts'
import { type Call, withBody } from '../../core/route.ts'
import type { ProviderContext } from '../../provider-context.ts'
import { sendPasscode } from '../../sending/send-passcode.ts'
import { organizationRealm } from '../../storage/realm.ts'
import type { RegistrationRecord } from '../../storage/records.ts'
import type { MemberState } from '../members/member-state.ts'
import type { ConcludedSignIn } from './conclude-sign-in.ts'

interface CodeOptions {
  locale?: string
  enable_autofill?: boolean
}

/** Sends a code to the phone number of a member. */
export async function sendMemberCode(
  context: ProviderContext,
  call: Call<CodeOptions>,
  { organization, member }: Pick<MemberState, 'organization' | 'member'>,
  { uniqueKey, verified }: Pick<RegistrationRecord, 'uniqueKey' | 'verified'>,
): Promise<void> {
  const recipient = { realm: organizationRealm(organization), owner: member.account, isClaimed: false, caller: null }
  const kind = verified ? 'login' : 'secondary'
  await sendPasscode(context, call, {
    ...{ channel: 'sms', mode: 'primary' },
    identify: () => ({ kind: 'phone_number', key: uniqueKey }),
    findRecipient: async (identifier) => ({ ...recipient, identifier, kind, refusal: null, decoy: false }),
  })
}

/**
 * Sends the code that a sign-in needs next, if it is the method that the member uses. A code that cannot be sent does
 * not reject the sign-in: the person can request one again or use another method.
 */
export async function sendDueCode(
  context: ProviderContext,
  call: Call<unknown>,
  { state, admission }: Extract<ConcludedSignIn, { kind: 'pending' }>,
): Promise<'sms_otp' | null> {
  if (state === null || admission.kind !== 'mfa_required') return null
  const { enrolled } = admission.options
  const { account, defaultMfaMethod } = state.member
  const chosen = enrolled.find((method) => method === defaultMfaMethod) ?? (enrolled.length === 1 ? enrolled[0] : null)
  const phone = account.registrations.find(({ kind }) => kind === 'phone_number')
  if (chosen !== 'sms_otp' || phone === undefined) return null
  try {
    await sendMemberCode(context, withBody(call, localeOf(call.body)), state, phone)
    return 'sms_otp'
  } catch (error) {
    if (error instanceof ProviderError) return null
    throw error
  }
}

/** The language that the sign-in asked for. Its templates are for another channel. */
function localeOf(body: unknown): CodeOptions {
  const locale = typeof body === 'object' && body !== null && 'locale' in body ? body.locale : undefined
  return typeof locale === 'string' ? { locale } : {}
}
