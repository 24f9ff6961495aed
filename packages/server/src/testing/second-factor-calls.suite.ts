import type { JsonObject } from '@latchkey/contract'
import type { B2bRecoveryCodesRecoverResponse, B2bTotpCreateResponse } from '@latchkey/contract/b2b'
import { totpCode } from '../products/totps/totp-code.ts'
import { organizationRealm } from '../storage/realm.ts'
import type { MemberRecord, OrganizationRecord } from '../storage/records.ts'
import type { Storage } from '../storage/storage.ts'
import { type BusinessData, type BusinessHarness, createBusinessHarness } from './business-harness.ts'
import type { Answer, HarnessOptions } from './harness.ts'

/** The data of all calls about second factors: a test reads the fields of its call. */
export type SecondFactorData = BusinessData &
  Pick<B2bTotpCreateResponse, 'totp_id' | 'secret' | 'qr_code' | 'recovery_codes'> &
  Pick<B2bRecoveryCodesRecoverResponse, 'recovery_codes_remaining'>

export interface SecondFactorAnswer extends Omit<Answer, 'data'> {
  data: SecondFactorData
}

/** What a call continues: the token of an unfinished sign-in, or a session. */
export interface Continues {
  intermediate_session_token?: string
  session?: string
}

/** The calls of one member. */
export function secondFactorCalls(
  harness: Pick<BusinessHarness, 'call' | 'clock' | 'lastMessage'>,
  organization: Pick<OrganizationRecord, 'id'>,
  member: Pick<MemberRecord, 'id'>,
) {
  const here = { organization_id: organization.id, member_id: member.id }
  async function post(path: string, from: Continues, body: object): Promise<SecondFactorAnswer> {
    const { session, intermediate_session_token } = from
    const options = session === undefined ? {} : { session }
    const answer = await harness.call('POST', `/b2b/${path}`, { ...here, intermediate_session_token, ...body }, options)
    return { ...answer, data: answer.data as unknown as SecondFactorData }
  }
  const calls = {
    codeOf: (secret: string, drift = 0) => totpCode(secret, Math.floor(harness.clock.now() / 30_000) + drift),
    createTotp: (from: Continues, body: object = {}) => post('totp', from, body),
    enterTotp: (from: Continues, code: string, body: object = {}) =>
      post('totp/authenticate', from, { code, session_duration_minutes: 30, ...body }),
    /** Enrolls an authenticator app, and waits until the next code is valid. */
    async enrollTotp(from: Continues, body: object = {}) {
      const { data: created } = await calls.createTotp(from)
      const done = await calls.enterTotp(from, await calls.codeOf(created.secret), body)
      if (done.outcome !== '200') throw new Error(done.text)
      harness.clock.advance(60_000)
      return { ...created, signedIn: done.data }
    },
    sendSms: (from: Continues, body: object = {}) => post('otps/sms/send', from, body),
    enterSms: (from: Continues, code: string, body: object = {}) =>
      post('otps/sms/authenticate', from, { code, session_duration_minutes: 30, ...body }),
    /** The newest code that was sent to a number. */
    async sentTo(phoneNumber: string) {
      const { codes } = await harness.lastMessage(phoneNumber)
      return codes[0] ?? ''
    },
    /** Enrolls a phone number. */
    async enrollSms(from: Continues, phoneNumber: string, body: object = {}) {
      const sent = await calls.sendSms(from, { mfa_phone_number: phoneNumber })
      if (sent.outcome !== '200') throw new Error(sent.text)
      const done = await calls.enterSms(from, await calls.sentTo(phoneNumber), body)
      if (done.outcome !== '200') throw new Error(done.text)
      return done.data
    },
    recover: (from: Continues, recovery_code: string) =>
      post('recovery_codes/recover', from, { recovery_code, session_duration_minutes: 30 }),
    async rotateCodes(session: string): Promise<SecondFactorAnswer> {
      const answer = await harness.call('POST', '/b2b/recovery_codes/rotate', {}, { session })
      return { ...answer, data: answer.data as unknown as SecondFactorData }
    },
    async readCodes(session: string): Promise<SecondFactorAnswer> {
      const answer = await harness.call('GET', '/b2b/recovery_codes', undefined, { session })
      return { ...answer, data: answer.data as unknown as SecondFactorData }
    },
    /** A code that is neither valid now nor in the next steps. */
    async wrongFor(secret: string) {
      const right = await Promise.all([-1, 0, 1].map((drift) => calls.codeOf(secret, drift)))
      return ['000000', '000001', '000002', '000003'].find((code) => !right.includes(code)) ?? ''
    },
  }
  return calls
}

export const ada = 'ada@globex.example'

/** A business project with one organization and Ada, its member. */
export async function openSecondFactors(storage: Storage, settings: JsonObject = {}, options: HarnessOptions = {}) {
  const harness = await createBusinessHarness(storage, options)
  const organization = await harness.addOrganization('globex', settings)
  const member = await harness.addMember(organization, ada)
  const realm = organizationRealm(organization)
  return {
    ...{ harness, organization, member },
    calls: secondFactorCalls(harness, organization, member),
    signIn: () => harness.signInTo(organization, ada),
    async stored(): Promise<MemberRecord> {
      const found = await storage.members.get(realm, member.id)
      if (found === null) throw new Error('the member is missing')
      return found
    },
    async change(next: JsonObject) {
      const current = await storage.organizations.get(organization.projectId, organization.id)
      const revision = current?.revision ?? 0
      const now = harness.clock.now()
      await storage.organizations.update(organization.projectId, organization.id, revision, { settings: next }, now)
    },
    /** The first sentence of each notice to Ada. */
    async notices(): Promise<string[]> {
      await harness.provider.outbox.drain()
      const received = harness.sent.filter(({ to, links, codes }) => to === ada && links.length + codes.length === 0)
      return received.map(({ text }) => text.split('\n').filter(Boolean)[1] ?? '')
    },
  }
}
