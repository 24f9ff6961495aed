import { closeSync, openSync, writeSync } from 'node:fs'
import { type CommandInput, oneOption, UsageError } from '../command.ts'
import { administer } from './administer.ts'
import { counted, jsonLine } from './print.ts'

const nouns: Readonly<Record<string, readonly [one: string, many: string]>> = {
  oauth: ['social login', 'social logins'],
  password: ['password (add --with-password-hashes)', 'passwords (add --with-password-hashes)'],
  totp: ['authenticator app (TOTP)', 'authenticator apps (TOTP)'],
  crypto_wallet: ['crypto wallet', 'crypto wallets'],
  webauthn: ['passkey', 'passkeys'],
  biometric: ['biometric registration', 'biometric registrations'],
}

/** Writes NDJSON in the format of `users import`, and a summary on standard error. */
export function exportUsers(input: CommandInput): Promise<number> {
  const withPasswordHashes = input.options['with-password-hashes'] !== undefined
  const path = oneOption(input, 'output')
  return administer(input, async ({ administration, project }) => {
    const target = await project()
    const file = path === undefined ? undefined : openNewFile(path)
    const leftOut = new Map<string, number>()
    let exported = 0
    try {
      for await (const { user, leftOut: kinds } of administration.exportUsers(target, { withPasswordHashes })) {
        exported += 1
        for (const kind of kinds) leftOut.set(kind, (leftOut.get(kind) ?? 0) + 1)
        if (file === undefined) input.terminal.out(jsonLine(user))
        else writeSync(file, jsonLine(user))
        // The reader has closed the pipe.
        if (file === undefined && !(await input.terminal.flushed())) return 1
      }
    } finally {
      if (file !== undefined) closeSync(file)
    }
    input.terminal.err(`${counted(exported, 'user')} exported.\n`)
    if (leftOut.size > 0) {
      const list = [...leftOut]
        .map(([kind, amount]) => counted(amount, ...(nouns[kind] ?? ([kind, kind] as const))))
        .join(', ')
      input.terminal.err(`Not in the export: ${list}.\n`)
    }
    return 0
  })
}

/** Readable by the owner only. Never overwrites a file. */
function openNewFile(path: string): number {
  try {
    return openSync(path, 'wx', 0o600)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new UsageError(
      `${path} ${code === 'EEXIST' ? 'already exists. Choose another name.' : `cannot be written (${code}).`}`,
    )
  }
}
