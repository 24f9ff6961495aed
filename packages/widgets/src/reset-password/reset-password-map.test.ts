import { describe, it } from 'vitest'
import { expectWhole, walkFlow } from '../flow/walk-flow.suite.ts'
import { resetPasswordFlow } from './reset-password.flow.ts'
import { mapResetPassword, situationOf } from './reset-password-map.suite.ts'
import { walks } from './reset-password-walks.suite.ts'

describe('the reset-password flow', () => {
  walkFlow(resetPasswordFlow, situationOf, walks)

  it('has no untested transition and no dead end', () => expectWhole(mapResetPassword()))
})
