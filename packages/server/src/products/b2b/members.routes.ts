import { b2bMembersSearch } from '@latchkey/contract/b2b'
import { type Route, route } from '../../core/route.ts'
import { searchMembers } from './members.search.ts'

export const memberRoutes: readonly Route[] = [route(b2bMembersSearch, searchMembers, { vertical: 'B2B' })]
