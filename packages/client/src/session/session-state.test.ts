import { afterEach, describe, expect, it } from 'vitest'
import { noteVariants } from '../../../server/src/testing/variants.suite.ts'
import { makeSession, makeUser } from '../test-setup.suite.ts'
import { advance, initialState, readShared, type SessionState, signedIn as signIn, toRecord } from './session-state.ts'

const session = makeSession('s1', 'ada')
const signedIn: SessionState = {
  ...initialState,
  token: 't1',
  jwt: 'jwt.t1',
  id: session.session_id,
  session,
  account: 'user-test-ada',
  subject: makeUser('ada'),
  end: 1_000,
  tokenAt: '',
}
const cookies = { token: 't1', jwt: 'jwt.t1', ist: '' }

it('keeps the state of the tab for the token in the cookie when storage was cleared', () => {
  expect(readShared({ ...cookies, record: initialState }, signedIn, false, 999)).toEqual(signedIn)
})

it('drops a session that ended in another tab', () => {
  const record = toRecord({ ...initialState, ended: [session.session_id] })
  expect(readShared({ ...cookies, record }, signedIn, false, 999)).toEqual({
    ...initialState,
    ended: [session.session_id],
  })
})

it('accepts an ended session again when its token is set again', () => {
  const ended = { ...initialState, ended: [session.session_id] }
  const given = advance(ended, signedIn)
  expect(readShared({ ...cookies, record: toRecord(given) }, given, false, 999)).toMatchObject(given)
})

describe('the end of a session', () => {
  const { TZ } = process.env
  afterEach(() => {
    if (TZ === undefined) delete process.env.TZ
    else process.env.TZ = TZ
  })

  const now = Date.UTC(2030, 0, 1)
  const end = Date.UTC(2030, 0, 1, 1)
  /** The end of the session; null if the response is rejected. */
  const endFor = (change: Partial<typeof session>): number | null =>
    signIn(initialState, { ...answer, session: { ...session, ...change } }, true, now).end || null
  const answer = {
    id: session.session_id,
    account: 'user-test-ada',
    session,
    jwt: 'jwt.t1',
    token: 't1',
    subject: makeUser('ada'),
  }
  //: session.session_id, session, jwt: 'jwt.t1', token: 't1', subject: makeUser('ada') }
  const zones = ['UTC', 'America/Los_Angeles', 'Asia/Tokyo', 'Pacific/Kiritimati', 'Pacific/Pago_Pago']
  const texts = [
    ...[
      '2030-01-01T01:00:00Z',
      '2030-01-01T01:00:00',
      '2030-01-01T01:00',
      '2030-01-01 01:00:00',
      '2030-01-01T01:00:00.0',
    ],
    ...[
      '2030-01-01T01:00:00-08:00',
      '2030-01-01T01:00:00 PST',
      'Jan 1 2030 01:00',
      '1/1/2030 1:00',
      'Jan 1 2030 01:00 AM',
    ],
  ]

  it.each(zones)('does not depend on the time zone of the browser: %s (S-10)', (zone) => {
    process.env.TZ = zone
    // As the end of the session, and as the server time.
    noteVariants(2 * texts.length)
    for (const expires_at of texts) expect([end, null]).toContain(endFor({ expires_at }))
    // The server time corrects the clock of the browser, also if it has no time zone.
    for (const last_accessed_at of texts) expect([end, end - 3_600_000]).toContain(endFor({ last_accessed_at }))
    expect(texts.filter((expires_at) => endFor({ expires_at }) === end).length).toBeGreaterThanOrEqual(7)
  })
})
