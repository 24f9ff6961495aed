import { describe, it } from 'vitest'
import { expectWhole, testTransitions } from '../flow/test-transitions.suite.ts'
import { identityProviderFlow } from './identity-provider.flow.ts'
import { mapIdentityProvider, situationOf } from './identity-provider-map.suite.ts'
import { transitions } from './identity-provider-transitions.suite.ts'

describe('the flow of the identity-provider widget', () => {
  testTransitions(identityProviderFlow, situationOf, transitions)

  it('has no untested transition and no dead end', () => expectWhole(mapIdentityProvider()))
})
