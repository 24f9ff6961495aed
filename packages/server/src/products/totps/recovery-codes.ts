import { base32 } from '@scure/base'
import type { Random } from '../../core/clock-and-random.ts'
import { hmacHex } from '../../core/hash.ts'
import { type Environment, newId } from '../../core/ids.ts'
import type { Vault } from '../../core/vault.ts'
import { totpMethod } from '../../methods/totps.ts'
import type { RecoveryCodeRecord, TotpRecord } from '../../storage/totps.ts'

const count = 10
const codeLength = 10

/** A new recovery code and its record. */
export interface NewRecoveryCode {
  code: string
  record: RecoveryCodeRecord
}

/** Ten codes of 50 bits each, in two groups that are easy to copy: `abcde-fgh23`. */
export function newRecoveryCodes(input: {
  totp: TotpRecord
  secret: string
  environment: Environment
  vault: Vault
  random: Random
  now: number
}): NewRecoveryCode[] {
  const { totp, secret, environment, vault, random, now } = input
  return Array.from({ length: count }, (_, position) => {
    const text = base32
      .encode(Uint8Array.from(random.bytes(10)))
      .slice(0, codeLength)
      .toLowerCase()
    const code = `${text.slice(0, codeLength / 2)}-${text.slice(codeLength / 2)}`
    const id = newId('totp-recovery-code', environment, now, random)
    const record = {
      projectId: totp.projectId,
      id,
      totpId: totp.id,
      accountId: totp.accountId,
      codeMac: recoveryCodeMac(secret, totp.id, text),
      codeSealed: vault.seal(code, totpMethod.sealedTables.recovery_codes.sealContext(totp.projectId, id)),
      position,
      usedAt: null,
      usedBy: null,
    }
    return { code, record }
  })
}

/** The form that is compared: without spaces and dash, in lower case. Null if the text cannot be a code. */
export function canonicalRecoveryCode(text: string): string | null {
  const code = text.replace(/[\s-]/g, '').toLowerCase()
  return /^[a-z2-7]{10}$/.test(code) ? code : null
}

/** Keyed by the secret of the TOTP, so that it stays valid when the master key changes. */
export function recoveryCodeMac(secret: string, totpId: string, code: string): string {
  return hmacHex(Buffer.from(secret), `recovery code\n${totpId}\n${code}`)
}

export function openRecoveryCode(vault: Vault, { projectId, id, codeSealed }: RecoveryCodeRecord): string {
  return vault.open(codeSealed, totpMethod.sealedTables.recovery_codes.sealContext(projectId, id))
}
