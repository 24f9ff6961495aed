import type { B2bClient } from '@latchkey/client/b2b'
import type { ReactElement } from 'react'
import { FlowWidget } from '../../widget/flow-widget.tsx'
import type { WidgetDefinition } from '../../widget/widget-definition.ts'
import type { ResolvedProps } from '../../widget/widget-root.tsx'
import { ConfirmMemberView } from './confirm-member.view.tsx'
import { InviteMemberView } from './invite-member.view.tsx'
import { MemberDetailsView } from './member-details.view.tsx'
import type { MembersConfig } from './members.config.ts'
import { createMembersActor } from './members-actor.ts'
import { MembersListView } from './members-list.view.tsx'
import type { MembersEvent, MembersState } from './members-state.flow.ts'

export interface MembersStart {
  readonly config: MembersConfig
}

export type MembersWidgetProps = ResolvedProps<B2bClient> & MembersStart

export const members: WidgetDefinition<MembersStart, MembersState, MembersEvent, B2bClient> = {
  createActor: ({ config }, deps) => createMembersActor(config, deps),
  views: {
    members: MembersListView,
    member_invite: InviteMemberView,
    member_details: MemberDetailsView,
    member_confirm: ConfirmMemberView,
  },
  backEvent: ({ screen }) => (screen === 'members' ? undefined : { type: 'back_clicked' }),
}

/** The lazily loaded component. */
export function MembersWidget({ config, ...props }: MembersWidgetProps): ReactElement {
  return <FlowWidget {...props} definition={members} start={{ config }} />
}
