'use client'

export type {
  LatchkeyB2bProviderProps,
  MemberRead,
  MemberSessionRead,
  OrganizationRead,
} from './b2b/latchkey-b2b-provider.tsx'
export { LatchkeyB2bProvider, useB2bClient } from './b2b/latchkey-b2b-provider.tsx'
export { useIsAuthorized } from './b2b/use-is-authorized.ts'
export { useMember } from './b2b/use-member.ts'
export { useMemberSession } from './b2b/use-member-session.ts'
export { useOrganization } from './b2b/use-organization.ts'
export type { AuthorizationRead } from './use-is-authorized.ts'
