import type { B2bClient, Member, Organization } from '@latchkey/client/b2b'
import type { MfaMethod, MfaRequired } from '@latchkey/contract/b2b'
import { useMemo, useState } from 'react'
import { type AuthenticatorApp, createAuthenticatorApp } from '../second-factor/authenticator-app.ts'
import type { Enrollment } from '../second-factor/enrollment-view.tsx'
import { duration, type MemberSignIn } from './use-member-sign-in.ts'

export interface SecondFactors {
  readonly member: Member
  /** Null in a session; otherwise what the unfinished sign-in misses. */
  readonly required: MfaRequired | null
  /** The built-in authenticator app of this browser. */
  readonly app: AuthenticatorApp
  /** Until the first code of a new app. */
  readonly enrollment: Enrollment | null
  readonly isTextSent: boolean
  /** Null until they were requested or an app was enrolled. */
  readonly recoveryCodes: readonly string[] | null
  allows(method: MfaMethod): boolean
  addApp(): void
  verifyApp(code: string): void
  removeApp(): void
  /** Sends a code to the number of the member, or to a new one. */
  sendText(phoneNumber?: string): void
  verifyText(code: string): void
  removePhone(): void
  recover(code: string): void
  showRecoveryCodes(): void
  replaceRecoveryCodes(): void
  /** Whether the member needs a second factor where the organization does not require it. */
  setEnrolled(isEnrolled: boolean): void
}

/** The second factors of a member: enrollment and proof, in a session or in an unfinished sign-in. Null without a member. */
export function useSecondFactors(client: B2bClient, { state, step, run }: MemberSignIn): SecondFactors | null {
  const pending = step.kind === 'pending' ? step.response : null
  const member = state.member ?? pending?.member ?? null
  const organization: Organization | null = state.organization ?? pending?.organization ?? null
  const memberId = member?.member_id ?? ''
  const app = useMemo(() => createAuthenticatorApp(memberId), [memberId])
  const [enrollment, setEnrollment] = useState<Enrollment | null>(null)
  /** The member who was sent a code. */
  const [sentTo, setSentTo] = useState('')
  const [recoveryCodes, setRecoveryCodes] = useState<readonly string[] | null>(null)
  const [shownTo, setShownTo] = useState(memberId)
  if (shownTo !== memberId) {
    setShownTo(memberId)
    setEnrollment(null)
    setRecoveryCodes(null)
  }
  if (!member || !organization) return null

  const { organization_id } = organization
  const target = { organization_id, member_id: memberId }
  const enroll = { set_mfa_enrollment: 'enroll' } as const
  const required = state.session ? null : (pending?.mfa_required ?? null)
  const { mfa_methods, allowed_mfa_methods } = organization
  return {
    ...{ member, required, app, enrollment, recoveryCodes },
    isTextSent: sentTo === memberId || required?.secondary_auth_initiated === 'sms_otp',
    allows: (method) => mfa_methods === 'ALL_ALLOWED' || allowed_mfa_methods.includes(method),
    addApp: () =>
      run(async () => {
        const created = await client.totp.create(target)
        app.scan(created.secret)
        setEnrollment(created)
      }),
    verifyApp: (code) =>
      run(async () => {
        await client.totp.authenticate({ ...target, code, ...duration, ...(enrollment ? enroll : {}) })
        if (enrollment) setRecoveryCodes(enrollment.recovery_codes)
        setEnrollment(null)
      }),
    removeApp: () =>
      run(async () => {
        await client.self.deleteMFATOTP()
        app.forget()
        setRecoveryCodes(null)
      }),
    sendText: (mfa_phone_number) =>
      run(async () => {
        await client.otps.sms.send({ ...target, ...(mfa_phone_number ? { mfa_phone_number } : {}) })
        setSentTo(memberId)
      }),
    verifyText: (code) =>
      run(async () => {
        const isNew = !member.mfa_phone_number_verified
        await client.otps.sms.authenticate({ ...target, code, ...duration, ...(isNew ? enroll : {}) })
        setSentTo('')
      }),
    removePhone: () => run(() => client.self.deleteMFAPhoneNumber()),
    recover: (recovery_code) =>
      run(async () => {
        await client.recoveryCodes.recover({ ...target, recovery_code, ...duration })
        setRecoveryCodes(null)
      }),
    showRecoveryCodes: () => run(async () => setRecoveryCodes((await client.recoveryCodes.get()).recovery_codes)),
    replaceRecoveryCodes: () => run(async () => setRecoveryCodes((await client.recoveryCodes.rotate()).recovery_codes)),
    setEnrolled: (mfa_enrolled) => run(() => client.self.update({ mfa_enrolled })),
  }
}
