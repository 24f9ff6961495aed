import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { decideAdmission, organizationPolicy } from '@latchkey/server/testing'
import { benchFolder, median } from '../e2e/http-load/server-process.ts'
import { totpCode } from '../e2e/totp-code.ts'
import { type MeasuredProvider, openMeasured } from './provider.ts'

const people = 16
const roundsMeasured = 25
/** The calls of a round are few, so the engine optimizes them late. */
const roundsBefore = 25
const decisions = 100_000
/** A code is accepted once, and with it the codes of the time before. */
const betweenCodesMs = 90_000
const hours = { session_duration_minutes: 600 }

export interface SecondFactorsResult {
  /** CPU time of a call in milliseconds, median. */
  userMs: number
  memberMs: number
  /** The cost for a member relative to that for a user in the same round, median. */
  medianRatio: number
  /** CPU time of a decision about an admission in microseconds, median. */
  admissionUs: number
}

/** A code of an authenticator app: with the session of a user, and with the unfinished sign-in of a member. */
export async function measureSecondFactors(): Promise<SecondFactorsResult> {
  const folder = benchFolder()
  const consumer = await openMeasured(join(folder, 'consumer.db'))
  const business = await openMeasured(
    join(folder, 'business.db'),
    {},
    {
      vertical: 'B2B',
      settings: { createOrganizationEnabled: true },
    },
  )
  try {
    const users = await inTurn((index) => enrollUser(consumer, `u${index}@example.com`))
    const members = await inTurn((index) => enrollMember(business, `m${index}@example.com`))
    const rounds: { user: number; member: number }[] = []
    for (let round = 0; round < roundsBefore + roundsMeasured; round += 1) {
      for (const measured of [consumer, business]) measured.advance(betweenCodesMs)
      const user = await cpuPerCall(await prepareAll(users))
      const member = await cpuPerCall(await prepareAll(members))
      if (round >= roundsBefore) rounds.push({ user, member })
    }
    return {
      userMs: median(rounds.map(({ user }) => user)),
      memberMs: median(rounds.map(({ member }) => member)),
      medianRatio: median(rounds.map(({ user, member }) => member / user)),
      admissionUs: measureAdmission(),
    }
  } finally {
    for (const { provider, storage } of [consumer, business]) {
      await provider.close()
      await storage.close()
    }
    rmSync(folder, { recursive: true, force: true })
  }
}

type Call = () => Promise<unknown>
type Prepare = () => Promise<Call>

async function inTurn<T>(run: (index: number) => Promise<T>): Promise<T[]> {
  const results: T[] = []
  for (let index = 0; index < people; index += 1) results.push(await run(index))
  return results
}

async function prepareAll(prepares: readonly Prepare[]): Promise<Call[]> {
  const calls: Call[] = []
  for (const prepare of prepares) calls.push(await prepare())
  return calls
}

/** In milliseconds of this process. */
async function cpuPerCall(calls: readonly Call[]): Promise<number> {
  const before = process.cpuUsage()
  for (const call of calls) await call()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000 / calls.length
}

const codeAt = (measured: MeasuredProvider, secret: unknown): string =>
  totpCode(String(secret), Math.floor(measured.now() / 30_000))

/** A user with an authenticator app, who continues one session. */
async function enrollUser(measured: MeasuredProvider, email: string): Promise<Prepare> {
  const credentials = (token: unknown): string => `${measured.project.publicToken}:${token}`
  let token: unknown = await measured.signIn(email)
  const { secret } = await measured.send('/sdk/v1/totps', credentials(token), { expiration_minutes: 30 })
  const enter = async (totp_code: string): Promise<void> => {
    const body = { totp_code, ...hours }
    token = (await measured.send('/sdk/v1/totps/authenticate', credentials(token), body)).session_token
  }
  await enter(codeAt(measured, secret))
  return async () => {
    const code = codeAt(measured, secret)
    return () => enter(code)
  }
}

/** A member with an authenticator app, who signs in by passcode before each call. */
async function enrollMember(measured: MeasuredProvider, email_address: string): Promise<Prepare> {
  const { call, sentCode } = measured
  await call('/b2b/otps/email/discovery/send', { email_address })
  const { intermediate_session_token } = await call('/b2b/otps/email/discovery/authenticate', {
    ...{ email_address, code: await sentCode() },
  })
  const created = await call('/b2b/discovery/organizations/create', { intermediate_session_token, ...hours })
  const { organization_id } = created.organization as { organization_id: string }
  const owner = { organization_id, member_id: created.member_id }
  const session = `${measured.project.publicToken}:${created.session_token}`
  const { secret } = await measured.send('/sdk/v1/b2b/totp', session, owner)
  const first = { ...owner, code: codeAt(measured, secret), set_mfa_enrollment: 'enroll', ...hours }
  await measured.send('/sdk/v1/b2b/totp/authenticate', session, first)
  return async () => {
    const address = { organization_id, email_address }
    await call('/b2b/otps/email/login_or_signup', address)
    const { intermediate_session_token } = await call('/b2b/otps/email/authenticate', {
      ...{ ...address, code: await sentCode(), ...hours },
    })
    const body = { ...owner, code: codeAt(measured, secret), intermediate_session_token, ...hours }
    return () => call('/b2b/totp/authenticate', body)
  }
}

/** Members with and without a second factor, in organizations with and without the requirement. */
function measureAdmission(): number {
  const now = Date.now()
  const proven = (method: 'email_otp' | 'totp', channel: 'email' | 'authenticator_app') => ({
    ...{ method, channel, provenAt: now, isCarriedOver: false },
  })
  const inputs = ['OPTIONAL', 'REQUIRED_FOR_ALL'].flatMap((mfa_policy) =>
    [true, false].flatMap((isEnrolled) =>
      [true, false].map((hasSecond) => ({
        policy: organizationPolicy({ mfa_policy, auth_methods: 'RESTRICTED', allowed_auth_methods: ['email_otp'] }),
        member: {
          ...({ status: 'active', isBreakglass: false, mfaEnrolled: isEnrolled } as const),
          secondFactors: isEnrolled ? [{ method: 'totp', isProven: true } as const] : [],
        },
        factors: [proven('email_otp', 'email'), ...(hasSecond ? [proven('totp', 'authenticator_app')] : [])],
        now,
      })),
    ),
  )
  const slices: number[] = []
  for (let slice = 0; slice <= roundsMeasured; slice += 1) {
    const before = process.cpuUsage()
    for (let count = 0; count < decisions / inputs.length; count += 1)
      for (const input of inputs) decideAdmission(input)
    const { user, system } = process.cpuUsage(before)
    if (slice > 0) slices.push((user + system) / decisions)
  }
  return median(slices)
}
