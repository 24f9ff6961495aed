import { errorMessage, type KnownErrorType } from '@latchkey/contract'
import { adminEndpoints, type NewUser } from '@latchkey/contract/admin'
import { newUser } from '@latchkey/contract/schemas'
import { type CommandInput, oneOption } from '../command.ts'
import { administer, answer } from './administer.ts'
import { type FileEntry, readEntries } from './import-file.ts'
import { readInput } from './read-file.ts'

interface Refusal {
  /** Its place among the entries of the file, to put the refusals in order. */
  at: number
  place: string
  error_type: string
  error_message: string
}

const batchSize = 500

/** Reads the whole file first: what is wrong with its form is told before anybody is imported. */
export function importUsers(input: CommandInput): Promise<number> {
  const [path = ''] = input.words
  const entries = readEntries(path, readInput(path), oneOption(input, 'format'))
  const vouched = input.options.verified !== undefined
  const dry_run = input.options['dry-run'] !== undefined
  const refusals: Refusal[] = []
  const good: { at: number; place: string; user: NewUser }[] = []
  for (const [at, entry] of entries.entries()) {
    const read = readUser(entry)
    if ('problem' in read) refusals.push({ at, ...refusal(entry.place, 'schema_error', read.problem) })
    else good.push({ at, place: entry.place, user: vouched ? vouchFor(read.user) : read.user })
  }
  return administer(input, async ({ administration, project }) => {
    const target = await project()
    let imported = 0
    const seen = new Set<string>()
    for (let start = 0; start < good.length; start += batchSize) {
      const batch = good.slice(start, start + batchSize)
      const request = { users: batch.map(({ user }) => user), dry_run }
      const data = await administration.call(adminEndpoints.adminUsersImport, { project: target, request })
      imported += data.imported
      for (const { index, error_type, error_message } of data.results) {
        const entry = batch[index]
        if (!entry) continue
        const { at, place, user } = entry
        if (error_type !== null) refusals.push({ at, ...refusal(place, error_type, error_message ?? '') })
        else if (dry_run) {
          // Each call knows its own users alone, and a rehearsal stores nobody for the next to find.
          const taken = claim(seen, user)
          if (taken === null) continue
          imported -= 1
          refusals.push({ at, ...refusal(place, taken, errorMessage(taken)) })
        }
      }
    }
    const told = refusals.sort((a, b) => a.at - b.at).map(({ at: _at, ...rest }) => rest)
    answer(input, { imported, refused: told.length, dry_run, refusals: told }, () => {
      for (const { place, error_message } of told) input.terminal.err(`${place}: ${error_message}\n`)
      const done = dry_run ? 'could be imported' : 'imported'
      input.terminal.out(`${imported} of ${entries.length} ${entries.length === 1 ? 'user' : 'users'} ${done}.\n`)
    })
    return refusals.length === 0 ? 0 : 1
  })
}

function readUser({ value, problem }: FileEntry): { user: NewUser } | { problem: string } {
  if (problem !== undefined) return { problem }
  const parsed = newUser.safeParse(value)
  if (parsed.success) return { user: parsed.data }
  const field = parsed.error.issues[0]?.path.map(String).join('.') ?? ''
  // Not zod's own words: they may repeat the value, and a value may be a hash.
  return { problem: field === '' ? 'is no user' : `${field} has the wrong form` }
}

function refusal(place: string, error_type: string, error_message: string): Omit<Refusal, 'at'> {
  return { place, error_type, error_message }
}

/** Takes what a user is unique by; answers with what somebody before has taken already, or null. */
function claim(seen: Set<string>, { email, phone_number, external_id }: NewUser): KnownErrorType | null {
  // Whoever comes here is well-formed: only the spelling is left to differ.
  const claims: [KnownErrorType, string | undefined][] = [
    ['duplicate_email', email?.trim().normalize('NFKC').toLowerCase()],
    ['duplicate_phone_number', phone_number?.replace(/[ ().-]/g, '')],
    ['duplicate_external_id', external_id],
  ]
  const given = claims.filter(([, key]) => key !== undefined)
  const taken = given.find((one) => seen.has(one.join(':')))
  if (taken) return taken[0]
  for (const one of given) seen.add(one.join(':'))
  return null
}

function vouchFor(user: NewUser): NewUser {
  return {
    ...user,
    email_verified: user.email_verified ?? true,
    phone_number_verified: user.phone_number_verified ?? true,
  }
}
