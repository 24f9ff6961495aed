import type { Protection } from '@latchkey/contract'
import type {
  B2bRecoveryCodesRecoverRequest,
  B2bRecoveryCodesRecoverResponse,
  B2bRecoveryCodesResponse,
} from '@latchkey/contract/b2b'
import { lockAccountRow } from '../../accounts/lock-account.ts'
import { audit } from '../../audit/audit.ts'
import { ProviderError } from '../../core/provider-error.ts'
import type { Call, DataOf } from '../../core/route.ts'
import { requireSignedInMember } from '../../organizations/members/member-caller.ts'
import type { MemberState } from '../../organizations/members/member-state.ts'
import { notifyOfChange } from '../../organizations/members/notify-of-change.ts'
import { concludeSecondFactor, lockSecondFactorMember } from '../../organizations/sign-in/conclude-second-factor.ts'
import { newSignInTokens } from '../../organizations/sign-in/conclude-sign-in.ts'
import { admittedAnswer } from '../../organizations/sign-in/member-response.ts'
import { requireSatisfiedPolicy, requireSecondFactorCaller } from '../../organizations/sign-in/second-factor-caller.ts'
import { requireMethod } from '../../projects/require-method.ts'
import type { ProviderContext } from '../../provider-context.ts'
import { takeChange } from '../../sessions/count-change.ts'
import { requireRecentSignIn } from '../../sessions/step-up.ts'
import type { AccountRecord, RegistrationRecord } from '../../storage/records.ts'
import type { RecoveryCodeRecord } from '../../storage/totps.ts'
import { newRecoveryCodes, openRecoveryCode } from './recovery-codes.ts'
import { attemptCode, recoveryTrial } from './totps.authenticate.ts'
import { openSecret, readRecoveryCodes } from './totps.service.ts'

/** Proves the second factor of a member who has lost the authenticator app. */
export async function recoverMember(
  context: ProviderContext,
  call: Call<B2bRecoveryCodesRecoverRequest>,
): Promise<DataOf<B2bRecoveryCodesRecoverResponse>> {
  const { project, body } = call
  requireMethod(project, 'totps')
  const from = await requireSecondFactorCaller(context, call, 'recovery_code')
  const { account } = from.state.member
  const trial = await recoveryTrial(context, call, account, body.recovery_code)
  const tokens = newSignInTokens(context.random)
  const { result } = await attemptCode(context, call, account, trial, async (tx, { totp, factor }, spend) => {
    const locked = await lockSecondFactorMember(tx, from)
    if (!(await spend())) return null
    const concluded = await concludeSecondFactor(tx, context, call, {
      ...{ from, locked, factor, tokens, event: trial.event, added: null },
      ...{ secret: null, targetId: totp.id, durationMinutes: body.session_duration_minutes },
    })
    const unused = await tx.totps.listRecoveryCodes(project.id, account.id)
    return { concluded, remaining: ofAuthenticator(unused, account).length }
  })
  const answer = await admittedAnswer(context, project, result.concluded)
  return { ...answer, recovery_codes_remaining: result.remaining }
}

/** The unused codes of the signed-in member. */
export async function getMemberRecoveryCodes(
  context: ProviderContext,
  call: Call<null>,
): Promise<DataOf<B2bRecoveryCodesResponse>> {
  const { account } = (await requireCodeOwner(context, call)).member
  const unused = ofAuthenticator(await readRecoveryCodes(context, call, account), account)
  return { recovery_codes: unused.map((code) => openRecoveryCode(context.vault, code)) }
}

export async function rotateMemberRecoveryCodes(
  context: ProviderContext,
  call: Call<Protection>,
): Promise<DataOf<B2bRecoveryCodesResponse>> {
  const { storage, vault, random, clock } = context
  const { project } = call
  const { member, organization } = await requireCodeOwner(context, call)
  const now = clock.now()
  const codes = await storage.transaction(async (tx) => {
    const account = await lockAccountRow(tx, member.account, now)
    const id = authenticatorOf(account)?.id
    const totp = (await tx.totps.list(project.id, account.id)).find((one) => one.id === id)
    if (totp === undefined) throw new ProviderError('registration_not_found')
    const secret = openSecret(vault, totp)
    const created = newRecoveryCodes({ totp, secret, environment: project.environment, vault, random, now })
    await tx.totps.removeRecoveryCodes(project.id, account.id, totp.id)
    for (const { record } of created) await tx.totps.addRecoveryCode(record)
    const rotated = { event: 'recovery_codes_rotate', result: 'ok', accountId: account.id, targetId: totp.id } as const
    await audit(tx, context, call, rotated)
    // Who reads the new codes can replace the authenticator app.
    await notifyOfChange(tx, context, call, { member, organization, kind: 'recovery_codes_rotated' })
    return created
  })
  return { recovery_codes: codes.map(({ code }) => code) }
}

/** Reading the codes is enough to use them, so it needs the same as a change. */
async function requireCodeOwner(context: ProviderContext, call: Call<unknown>): Promise<MemberState> {
  const { project } = call
  requireMethod(project, 'totps')
  const self = await requireSignedInMember(call)
  const now = context.clock.now()
  requireRecentSignIn(project, self.caller, now)
  requireSatisfiedPolicy(self, self.caller, now)
  await takeChange(context, call, self.member.account)
  return self
}

/** An enrollment that was never proven has no valid codes. */
function ofAuthenticator(
  codes: readonly RecoveryCodeRecord[],
  account: Pick<AccountRecord, 'registrations'>,
): RecoveryCodeRecord[] {
  const id = authenticatorOf(account)?.id
  return codes.filter(({ totpId }) => totpId === id)
}

function authenticatorOf({ registrations }: Pick<AccountRecord, 'registrations'>): RegistrationRecord | undefined {
  return registrations.find(({ kind, verified }) => kind === 'totp' && verified)
}
