import type {
  B2bSelfUpdateRequest,
  B2bStartEmailUpdateRequest,
  B2bUnlinkRetiredEmailRequest,
  Member,
  MemberResponse,
} from '@latchkey/contract/b2b'
import {
  b2bMembersDeletePassword,
  b2bSelfDeleteMfaPhoneNumber,
  b2bSelfDeleteTotp,
  b2bSelfGet,
  b2bSelfStartEmailUpdate,
  b2bSelfUnlinkRetiredEmail,
  b2bSelfUpdate,
} from '@latchkey/contract/b2b'
import type { Unsubscribe } from '../../../core/store.ts'
import { validate } from '../../../core/validate.ts'
import { createCall } from '../../../methods/create-call.ts'
import { createReader } from '../../../session/reader.ts'
import type { B2bContext } from '../../session/member-kind.ts'

/** The signed-in member. */
export interface Self {
  /** Fetches the signed-in member and updates the result of `getSync`. */
  get(): Promise<Member>
  /** Returns the signed-in member without a request. */
  getSync(): Member | null
  /** Returns the member, and whether it was read from storage and not yet confirmed by the provider. */
  getInfo(): { member: Member | null; fromCache: boolean }
  /**
   * Calls back whenever the member signs in, changes or signs out, in this tab or in another.
   *
   * @example
   * const stop = client.self.onChange((member) => render(member?.name ?? 'guest'))
   */
  onChange(callback: (member: Member | null) => void): Unsubscribe
  /**
   * Changes fields of the signed-in member.
   *
   * @example
   * await client.self.update({ name: 'Ada Lovelace' })
   */
  update(fields: B2bSelfUpdateRequest): Promise<MemberResponse>
  /** Removes the password of the signed-in member. */
  deletePassword(passwordId: string): Promise<MemberResponse>
  /** Removes the phone number of the signed-in member. */
  deleteMFAPhoneNumber(): Promise<MemberResponse>
  /** Removes the authenticator app of the signed-in member. */
  deleteMFATOTP(): Promise<MemberResponse>
  /** Removes a former email address, so that another member can have it. */
  unlinkRetiredEmail(options: B2bUnlinkRetiredEmailRequest): Promise<MemberResponse>
  /** Sends a link to a new email address. The address of the member changes when the link is used. */
  startEmailUpdate(options: B2bStartEmailUpdateRequest): Promise<MemberResponse>
}

export function createSelf({ request, session }: B2bContext): Self {
  return {
    ...createReader(session, 'member'),
    get: async () => (await request(b2bSelfGet, null, undefined, ({ member }) => ({ member }))).member,
    update: createCall(
      request,
      b2bSelfUpdate,
      'self.update',
      'name? untrusted_metadata?:object mfa_enrolled?:boolean mfa_phone_number? default_mfa_method?',
    ),
    async deletePassword(passwordId) {
      validate('self.deletePassword', 'passwordId', { passwordId })
      return request(b2bMembersDeletePassword, null, passwordId)
    },
    deleteMFAPhoneNumber: async () => request(b2bSelfDeleteMfaPhoneNumber, null),
    deleteMFATOTP: async () => request(b2bSelfDeleteTotp, null),
    unlinkRetiredEmail: createCall(
      request,
      b2bSelfUnlinkRetiredEmail,
      'self.unlinkRetiredEmail',
      'email_id? email_address?',
    ),
    startEmailUpdate: createCall(
      request,
      b2bSelfStartEmailUpdate,
      'self.startEmailUpdate',
      'email_address login_redirect_url? login_template_id? locale?',
    ),
  }
}
