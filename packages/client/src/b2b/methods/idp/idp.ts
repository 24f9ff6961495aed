import { createLazyIdp } from '../../../methods/idp/idp.ts'
import type { B2bContext } from '../../session/member-kind.ts'
import type { MemberIdentityProvider } from './idp-calls.ts'

export function createMemberIdp(ctx: B2bContext): MemberIdentityProvider {
  return createLazyIdp(ctx, async (context) => (await import('./idp-calls.ts')).memberIdpCalls(context))
}
