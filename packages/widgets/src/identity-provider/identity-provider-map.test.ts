import { describe, it } from 'vitest'
import { expectWhole, walkFlow } from '../flow/walk-flow.suite.ts'
import { identityProviderFlow } from './identity-provider.flow.ts'
import { mapIdentityProvider, situationOf } from './identity-provider-map.suite.ts'
import { walks } from './identity-provider-walks.suite.ts'

describe('the flow of the identity-provider widget', () => {
  walkFlow(identityProviderFlow, situationOf, walks)

  it('has no edge that no test walks, and no screen without a way out', () => expectWhole(mapIdentityProvider()))
})
