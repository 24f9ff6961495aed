import { passcodeLength } from '@latchkey/contract'
import type { Random } from '../core/clock-and-random.ts'
import { equalDigests, hmacHex } from '../core/hash.ts'
import type { Vault } from '../core/vault.ts'

/** The token of a link: 32 random bytes. */
export function newLinkToken(random: Random): string {
  return Buffer.from(random.bytes(32)).toString('base64url')
}

const codes = 10 ** passcodeLength
/** The largest multiple of the number of codes below 2^32: numbers above would make low codes more likely. */
const fairBelow = Math.floor(2 ** 32 / codes) * codes

/** Six digits, leading zeros included, all equally likely. */
export function newPasscode(random: Random): string {
  for (;;) {
    const drawn = Buffer.from(random.bytes(4)).readUInt32BE()
    if (drawn < fairBelow) return String(drawn % codes).padStart(passcodeLength, '0')
  }
}

export function isPasscode(text: string): boolean {
  return new RegExp(`^[0-9]{${passcodeLength}}$`).test(text)
}

/** Bound to the method id: a passcode of one message is not valid for another. */
export function passcodeMac(vault: Vault, methodId: string, code: string): string {
  return macBy(vault.derive('passcode'), methodId, code)
}

/** Tries all master keys, so that a passcode sent before a key rotation stays valid. */
export function isPasscodeOf(vault: Vault, mac: string | null, methodId: string, code: string): boolean {
  return vault
    .deriveAll('passcode')
    .map((key) => equalDigests(mac ?? '', macBy(key, methodId, code)))
    .includes(true)
}

function macBy(key: Uint8Array, methodId: string, code: string): string {
  return hmacHex(key, `${methodId}\n${code}`)
}
