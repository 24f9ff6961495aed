export type {
  B2bMembersSearchRequest,
  B2bMembersSearchResponse,
  FoundMember,
  MemberStatus,
} from '@latchkey/contract/b2b'
export type { Members } from './b2b/members.ts'
export { createMembers } from './b2b/members.ts'
