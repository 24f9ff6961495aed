import { errorMessage, type KnownErrorType } from '@latchkey/contract'
import { adminEndpoints, type ImportCounts, type NewUser } from '@latchkey/contract/admin'
import { newUser } from '@latchkey/contract/schemas'
import { type CommandInput, oneOption, readChoice, UsageError } from '../command.ts'
import { administer, answer } from './administer.ts'
import { type FileEntry, readEntries } from './import-file.ts'
import { withoutClaims } from './import-sources/claims.ts'
import { readFirebaseHash } from './import-sources/firebase.ts'
import { type ImportSource, importSources, joinPasswords, mapUser, sourceOf } from './import-sources/sources.ts'
import { counted, oneLine } from './print.ts'
import { readInput } from './read-file.ts'

interface Rejection {
  /** The position in the file, to sort rejections. */
  at: number
  place: string
  error_type: string
  error_message: string
}

interface ReadUser {
  at: number
  place: string
  user: NewUser
}

interface ReadFile {
  total: number
  users: ReadUser[]
  rejections: Rejection[]
  /** Fields of the source without a counterpart, and in how many users they have a value. */
  notImported: Map<string, number>
}

const batchSize = 500

/** Reads the whole file first: errors in its form are reported before any user is imported. */
export function importUsers(input: CommandInput): Promise<number> {
  const dry_run = input.options['dry-run'] !== undefined
  const { total, users, rejections, notImported } = readUsers(input)
  return administer(input, async ({ administration, project }) => {
    const target = await project()
    const counts = noCounts()
    let imported = 0
    const seen = new Set<string>()
    for (let start = 0; start < users.length; start += batchSize) {
      const batch = users.slice(start, start + batchSize)
      const request = { users: batch.map(({ user }) => user), dry_run }
      const data = await administration.call(adminEndpoints.adminUsersImport, { project: target, request })
      for (const { index, error_type, error_message } of data.results) {
        const entry = batch[index]
        if (!entry) continue
        const { at, place, user } = entry
        // A dry run stores nothing, so that the provider cannot find duplicates across requests.
        const taken = dry_run && error_type === null ? claim(seen, user) : null
        if (error_type !== null) rejections.push({ at, ...rejection(place, error_type, error_message ?? '') })
        else if (taken !== null) rejections.push({ at, ...rejection(place, ...taken) })
        else {
          imported += 1
          count(counts, user)
        }
      }
    }
    const sorted = rejections.sort((a, b) => a.at - b.at).map(({ at: _at, ...rest }) => rest)
    const result = {
      ...{ imported, rejected: sorted.length, dry_run, counts },
      not_imported: Object.fromEntries(notImported),
      rejections: sorted,
    }
    answer(input, result, () => {
      for (const { place, error_message } of sorted) input.terminal.err(`${place}: ${oneLine(error_message)}\n`)
      const verb = dry_run ? 'can be imported' : 'imported'
      input.terminal.out(`${imported} of ${counted(total, 'user')} ${verb}: ${summary(counts)}.\n`)
      if (notImported.size > 0) input.terminal.out(`Not imported: ${listed(notImported)}.\n`)
    })
    return rejections.length === 0 ? 0 : 1
  })
}

function readUsers(input: CommandInput): ReadFile {
  const [path = ''] = input.positionals
  const from = oneOption(input, 'from')
  const source = from === undefined ? undefined : readChoice('--from', from, importSources)
  const format = oneOption(input, 'format')
  const entries = readEntries(path, readInput(path), format, source === undefined ? 'ours' : 'foreign')
  const passwordPath = oneOption(input, 'passwords')
  if (passwordPath !== undefined && source === undefined) throw new UsageError('--passwords requires --from')
  const file: ReadFile = { total: entries.length, users: [], rejections: [], notImported: new Map() }
  if (source !== undefined && passwordPath !== undefined) {
    const passwords = readEntries(passwordPath, readInput(passwordPath), format, 'foreign')
    for (const { place } of joinPasswords(source, entries, passwords))
      file.rejections.push({
        at: entries.length,
        ...rejection(`${passwordPath} ${place}`, 'schema_error', `has no hash, or no matching user in ${path}`),
      })
  }
  const hashPath = oneOption(input, 'firebase-hash')
  const firebaseHash = hashPath === undefined ? undefined : readFirebaseHash(hashPath, readInput(hashPath))
  const vouched = input.options.verified !== undefined
  for (const [at, entry] of entries.entries()) {
    const mapped = source === undefined ? entry : foreignUser(source, entry, file, firebaseHash)
    const read = readUser(mapped, source)
    if ('problem' in read) file.rejections.push({ at, ...rejection(entry.place, 'schema_error', read.problem) })
    else {
      const user = vouched ? vouchFor(read.user) : read.user
      file.users.push({ at, place: entry.place, user: source === undefined ? user : verifiedPart(user, file) })
    }
  }
  return file
}

function foreignUser(
  source: ImportSource,
  entry: FileEntry,
  { notImported }: ReadFile,
  firebaseHash: ReturnType<typeof readFirebaseHash> | undefined,
): FileEntry {
  if (entry.problem !== undefined) return entry
  const { user, notImported: fields, problem } = mapUser(source, entry.value, { now: new Date(), firebaseHash })
  for (const field of fields) notImported.set(field, (notImported.get(field) ?? 0) + 1)
  return { place: entry.place, value: user, ...(problem === undefined ? {} : { problem }) }
}

function verifiedPart(user: NewUser, { notImported }: ReadFile): NewUser {
  const { user: remaining, removed } = withoutClaims(user)
  for (const field of removed) notImported.set(field, (notImported.get(field) ?? 0) + 1)
  return remaining
}

function readUser(
  { value, problem }: FileEntry,
  source: ImportSource | undefined,
): { user: NewUser } | { problem: string } {
  if (problem !== undefined) return { problem }
  const parsed = newUser.safeParse(value)
  if (parsed.success) return { user: parsed.data }
  const [issue] = parsed.error.issues
  const path = issue?.path.map(String).join('.') ?? ''
  if (issue?.code === 'unrecognized_keys') {
    const fields = issue.keys.map((key) => (path === '' ? key : `${path}.${key}`)).join(', ')
    const product = source === undefined ? sourceOf(value) : undefined
    const hint = product === undefined ? '' : `; for an export of ${product} add --from ${product}`
    return { problem: `unknown ${issue.keys.length === 1 ? 'field' : 'fields'} ${fields}${hint}` }
  }
  // Not zod's own message: it can repeat the value, and a value can be a password hash.
  return { problem: path === '' ? 'is not a user' : `${path} has the wrong format` }
}

function rejection(place: string, error_type: string, error_message: string): Omit<Rejection, 'at'> {
  return { place, error_type, error_message }
}

/** Returns the error of a duplicate, or null and remembers the unique values of the user. */
function claim(seen: Set<string>, user: NewUser): [errorType: KnownErrorType, message: string] | null {
  // The users are valid: only the spelling has to be normalized.
  const emails = [user.email, ...(user.additional_emails ?? []).map(({ email }) => email)]
  const numbers = [user.phone_number, ...(user.additional_phone_numbers ?? []).map((one) => one.phone_number)]
  const claims: [KnownErrorType, string | undefined][] = [
    ['schema_error', user.user_id],
    ...emails.map((one): [KnownErrorType, string | undefined] => [
      'duplicate_email',
      one?.trim().normalize('NFKC').toLowerCase(),
    ]),
    ...numbers.map((one): [KnownErrorType, string | undefined] => [
      'duplicate_phone_number',
      one?.replace(/[ ().-]/g, ''),
    ]),
    ['duplicate_external_id', user.external_id],
  ]
  const given = claims.filter(([, key]) => key !== undefined)
  const taken = given.find((one) => seen.has(one.join(':')))
  if (taken) {
    const [errorType] = taken
    // The error table has no type for a duplicate user_id: the provider reports the field.
    return [errorType, errorType === 'schema_error' ? 'user_id belongs to an existing user' : errorMessage(errorType)]
  }
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

function noCounts(): ImportCounts {
  return { emails: 0, verified_emails: 0, phone_numbers: 0, verified_phone_numbers: 0, passwords: 0, names: 0 }
}

function count(counts: ImportCounts, user: NewUser): void {
  const emails = [
    ...(user.email === undefined ? [] : [{ verified: user.email_verified }]),
    ...(user.additional_emails ?? []),
  ]
  const numbers = [
    ...(user.phone_number === undefined ? [] : [{ verified: user.phone_number_verified }]),
    ...(user.additional_phone_numbers ?? []),
  ]
  counts.emails += emails.length
  counts.verified_emails += emails.filter(({ verified }) => verified === true).length
  counts.phone_numbers += numbers.length
  counts.verified_phone_numbers += numbers.filter(({ verified }) => verified === true).length
  counts.passwords += user.password_hash === undefined ? 0 : 1
  counts.names += Object.values(user.name ?? {}).some((part) => part !== undefined && part !== '') ? 1 : 0
}

function summary(counts: ImportCounts): string {
  const { emails, verified_emails, phone_numbers, verified_phone_numbers, passwords, names } = counts
  return [
    `${counted(emails, 'email address', 'email addresses')} (${verified_emails} verified)`,
    `${counted(phone_numbers, 'phone number')} (${verified_phone_numbers} verified)`,
    counted(passwords, 'password'),
    counted(names, 'name'),
  ].join(', ')
}

function listed(notImported: ReadonlyMap<string, number>): string {
  return [...notImported].map(([field, amount]) => `${oneLine(field)} of ${counted(amount, 'user')}`).join(', ')
}
