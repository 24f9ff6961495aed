import type { WidgetViewProps } from '../../widget/widget-definition.ts'
import type { MembersConfig } from './members.config.ts'
import type { MembersEvent, MembersState } from './members-state.flow.ts'
import type { RoleNames } from './role-names.ts'

/** The props of the view of a screen. */
export type MembersViewProps<Name extends MembersState['screen']> = WidgetViewProps<
  Extract<MembersState, { readonly screen: Name }>,
  MembersEvent,
  MembersConfig
>

export interface DetailsProps extends MembersViewProps<'member_details'> {
  readonly names: RoleNames
}
