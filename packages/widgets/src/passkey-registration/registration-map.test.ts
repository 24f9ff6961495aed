import { describe, it } from 'vitest'
import { expectWhole, walkFlow } from '../flow/walk-flow.suite.ts'
import { registrationFlow } from './passkey-registration.flow.ts'
import { mapRegistration, situationOf } from './registration-map.suite.ts'
import { walks } from './registration-walks.suite.ts'

describe('the flow of passkey registration', () => {
  walkFlow(registrationFlow, situationOf, walks)

  it('has no untested transition and no dead end', () => expectWhole(mapRegistration()))
})
