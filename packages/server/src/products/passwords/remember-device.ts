import type { Call } from '../../core/route.ts'
import { usersPerDevice } from '../../http/cookies/device-cookie.ts'
import { type KnownDevice, openDevice, sealDevice } from '../../limits/known-devices.ts'
import type { ProviderContext } from '../../provider-context.ts'
import type { AccountRecord } from '../../storage/records.ts'

/** The known devices in the caller's cookie. */
export function devicesOf(context: ProviderContext, { project, device }: Call<unknown>): KnownDevice[] {
  return device.values.map((value) => openDevice(context, project, value)).filter((one) => one !== null)
}

/** Called after a correct or new password is committed: guesses from this browser then have a count of their own. */
export function rememberDevice(
  context: ProviderContext,
  { project, device }: Call<unknown>,
  { account, passwordHash }: { account: Pick<AccountRecord, 'id' | 'sessionsEpoch'>; passwordHash: string },
): void {
  const others = device.values.filter((value) => {
    const other = openDevice(context, project, value)
    return other !== null && other.accountId !== account.id
  })
  device.keep([sealDevice(context, project, { account, passwordHash }), ...others].slice(0, usersPerDevice))
}
