import type { TotpsCreateRequest, TotpsCreateResponse, TotpsRecoveryCodesResponse } from '@latchkey/contract'
import { lockAccountRow } from '../../accounts/lock-account.ts'
import { requireRegistrationCapacity } from '../../accounts/registration-limits.ts'
import { userView } from '../../accounts/user-view.ts'
import { audit } from '../../audit/audit.ts'
import { newId } from '../../core/ids.ts'
import type { Call, DataOf } from '../../core/route.ts'
import type { Vault } from '../../core/vault.ts'
import { totpMethod } from '../../methods/totps.ts'
import { requireMethod } from '../../projects/require-method.ts'
import type { ProviderContext } from '../../provider-context.ts'
import { takeChange } from '../../sessions/count-change.ts'
import { requireRecentSignIn } from '../../sessions/step-up.ts'
import { realmOf } from '../../storage/realm.ts'
import type { AccountRecord, RegistrationRecord } from '../../storage/records.ts'
import type { RecoveryCodeRecord, TotpRecord } from '../../storage/totps.ts'
import { qrCode } from './qr-code.ts'
import { newRecoveryCodes, openRecoveryCode } from './recovery-codes.ts'
import { newTotpSecret, totpUri } from './totp-code.ts'

export async function createTotp(
  context: ProviderContext,
  call: Call<TotpsCreateRequest>,
): Promise<DataOf<TotpsCreateResponse>> {
  const { project, body } = call
  requireMethod(project, 'totps')
  const caller = await call.requireSession()
  const now = context.clock.now()
  requireRecentSignIn(project, caller, now)
  const { account, ...enrollment } = await enrollTotp(context, call, {
    ...{ owner: caller.account, issuer: project.name, minutes: body.expiration_minutes },
  })
  return { ...enrollment, __user: userView(account, caller.lock, now) }
}

/** An enrollment with its secrets, which no other call returns. */
interface TotpEnrollment {
  totp_id: string
  secret: string
  qr_code: string
  recovery_codes: string[]
  account: AccountRecord
}

/** Starts an enrollment. The TOTP is unverified until its first code is entered. */
export async function enrollTotp(
  context: ProviderContext,
  call: Call<unknown>,
  { owner, issuer, minutes }: { owner: AccountRecord; issuer: string; minutes: number },
): Promise<TotpEnrollment> {
  const { vault, random, clock, storage } = context
  const { project } = call
  await takeChange(context, call, owner)
  const now = clock.now()
  const secret = await newTotpSecret(random)
  const id = newId('totp', project.environment, now, random)
  const totp: TotpRecord = {
    projectId: project.id,
    id,
    accountId: owner.id,
    secretSealed: vault.seal(secret, totpMethod.sealedTables.totps.sealContext(project.id, id)),
    lastStep: -1,
    expiresAt: now + minutes * 60_000,
    createdAt: now,
  }
  const codes = newRecoveryCodes({ totp, secret, environment: project.environment, vault, random, now })
  const account = await storage.transaction(async (tx): Promise<AccountRecord> => {
    const current = await lockAccountRow(tx, owner, now)
    const totps = current.registrations.filter(({ kind }) => kind === 'totp')
    requireRegistrationCapacity(current, 'totp')
    // A new enrollment replaces an unfinished one, whose QR code is no longer shown.
    for (const unfinished of totps.filter(({ verified }) => !verified))
      await tx.accounts.removeRegistration(project.id, current.id, 'totp', unfinished.id)
    await tx.accounts.addRegistration(registrationOf(totp, current))
    await tx.totps.insert(totp)
    for (const { record } of codes) await tx.totps.addRecoveryCode(record)
    await audit(tx, context, call, { event: 'totp_create', result: 'ok', accountId: current.id, targetId: id })
    return (await tx.accounts.get(project.id, current.id)) ?? current
  })
  return {
    totp_id: id,
    secret,
    qr_code: await qrCode(await totpUri(secret, issuer, accountName(account))),
    recovery_codes: codes.map(({ code }) => code),
    account,
  }
}

/** The unused codes. Reading them is enough to use them, so a recent sign-in is required, as for a change. */
export async function showRecoveryCodes(
  context: ProviderContext,
  call: Call<null>,
): Promise<DataOf<TotpsRecoveryCodesResponse>> {
  const { vault, clock } = context
  const { project } = call
  requireMethod(project, 'totps')
  const caller = await call.requireSession()
  const { account } = caller
  requireRecentSignIn(project, caller, clock.now())
  await takeChange(context, call, account)
  const codes = await readRecoveryCodes(context, call, account)
  const totps = account.registrations
    .filter(({ kind }) => kind === 'totp')
    .map(({ id, verified }) => ({
      totp_id: id,
      verified,
      recovery_codes: codes.filter(({ totpId }) => totpId === id).map((code) => openRecoveryCode(vault, code)),
    }))
  return { user_id: account.id, totps }
}

/** The unused codes of all authenticator apps of an account, also of one that is being enrolled. */
export async function readRecoveryCodes(
  context: ProviderContext,
  call: Call<unknown>,
  account: Pick<AccountRecord, 'id'>,
): Promise<RecoveryCodeRecord[]> {
  const { storage } = context
  const codes = await storage.totps.listRecoveryCodes(call.project.id, account.id)
  await audit(storage, context, call, { event: 'recovery_codes_show', result: 'ok', accountId: account.id })
  return codes
}

export function openSecret(vault: Vault, { projectId, id, secretSealed }: TotpRecord): string {
  return vault.open(secretSealed, totpMethod.sealedTables.totps.sealContext(projectId, id))
}

function registrationOf({ id, accountId, createdAt }: TotpRecord, account: AccountRecord): RegistrationRecord {
  return {
    ...realmOf(account),
    ...{ id, accountId, createdAt },
    kind: 'totp',
    uniqueKey: id,
    verified: false,
    details: {},
    verifiedAt: null,
  }
}

/** The name under which an authenticator app lists the account. */
function accountName({ id, registrations }: AccountRecord): string {
  const contact = registrations.find(({ kind }) => kind === 'email' || kind === 'phone_number')
  return contact?.uniqueKey ?? id
}
