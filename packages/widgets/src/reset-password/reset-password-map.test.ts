import { describe, it } from 'vitest'
import { expectWhole, testTransitions } from '../flow/test-transitions.suite.ts'
import { resetPasswordFlow } from './reset-password.flow.ts'
import { mapResetPassword, situationOf } from './reset-password-map.suite.ts'
import { transitions } from './reset-password-transitions.suite.ts'

describe('the reset-password flow', () => {
  testTransitions(resetPasswordFlow, situationOf, transitions)

  it('has no untested transition and no dead end', () => expectWhole(mapResetPassword()))
})
