import { describe, it } from 'vitest'
import { expectWhole, testTransitions } from '../flow/test-transitions.suite.ts'
import { registrationFlow } from './passkey-registration.flow.ts'
import { mapRegistration, situationOf } from './registration-map.suite.ts'
import { transitions } from './registration-transitions.suite.ts'

describe('the flow of passkey registration', () => {
  testTransitions(registrationFlow, situationOf, transitions)

  it('has no untested transition and no dead end', () => expectWhole(mapRegistration()))
})
