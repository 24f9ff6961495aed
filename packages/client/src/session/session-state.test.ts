import { expect, it } from 'vitest'
import { makeSession, makeUser } from '../test-world.suite.ts'
import { advance, initialState, readShared, type SessionState, toRecord } from './session-state.ts'

const session = makeSession('s1', 'ada')
const signedIn: SessionState = {
  ...initialState,
  token: 't1',
  jwt: 'jwt.t1',
  id: session.session_id,
  session,
  user: makeUser('ada'),
  end: 1_000,
  tokenAt: '',
}
const cookies = { token: 't1', jwt: 'jwt.t1', ist: '' }

it('keeps what the tab remembers of the token in the cookie when storage was wiped', () => {
  expect(readShared({ ...cookies, record: initialState }, signedIn, false, 999)).toEqual(signedIn)
})

it('forgets a session that ended elsewhere, even if this tab is the last to remember it', () => {
  const record = toRecord({ ...initialState, ended: [session.session_id] })
  expect(readShared({ ...cookies, record }, signedIn, false, 999)).toEqual({
    ...initialState,
    ended: [session.session_id],
  })
})

it('takes back a session that has ended here once it is given its token again', () => {
  const ended = { ...initialState, ended: [session.session_id] }
  const given = advance(ended, signedIn)
  expect(readShared({ ...cookies, record: toRecord(given) }, given, false, 999)).toMatchObject(given)
})
