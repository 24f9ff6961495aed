import type { B2bSsoGetTestResponse, B2bSsoStartTestResponse } from '@latchkey/contract/b2b'
import type { Call, DataOf } from '../../core/route.ts'
import { readConnectionTest, startConnectionTest } from '../../organizations/connections/test-connection.ts'
import { requireSignedInMember } from '../../organizations/members/member-caller.ts'
import type { ProviderContext } from '../../provider-context.ts'
import { refuseImpersonated } from '../../sessions/step-up.ts'

export async function startTest(context: ProviderContext, call: Call<null>): Promise<DataOf<B2bSsoStartTestResponse>> {
  const { organization, caller } = await requireSignedInMember(call)
  refuseImpersonated(caller.session)
  return startConnectionTest(context, { source: call, organization }, call.params.connection_id ?? '')
}

export async function getTest(context: ProviderContext, call: Call<null>): Promise<DataOf<B2bSsoGetTestResponse>> {
  const { organization, caller } = await requireSignedInMember(call)
  refuseImpersonated(caller.session)
  const { connection_id: connectionId = '', test_id: testId = '' } = call.params
  return readConnectionTest(context, { organization }, { connectionId, testId })
}
