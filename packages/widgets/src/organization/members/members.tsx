import type { B2bClient } from '@latchkey/client/b2b'
import type { ReactElement } from 'react'
import { LazyWidget } from '../../widget/lazy-widget.tsx'
import type { WidgetProps } from '../../widget/widget-root.tsx'
import { WidgetRoot } from '../../widget/widget-root.tsx'
import type { OrganizationStrings } from '../text/organization-text.ts'
import type { MembersConfig } from './members.config.ts'
import type { MembersWidgetProps } from './members-widget.tsx'

export interface MembersProps extends Omit<WidgetProps<B2bClient>, 'strings'> {
  readonly strings?: OrganizationStrings
  /** A different configuration restarts the component. An equal one does not, even if it is another object. */
  readonly config?: MembersConfig
}

/**
 * The members of the organization of the session: search, invite, change roles, remove. What the roles of the signed-in
 * member do not permit is disabled, with the reason.
 *
 * @example
 * <Members client={client} config={{ getRoleDisplayName: ({ role_id }) => names[role_id] ?? role_id }} />
 */
export function Members({ config = {}, ...props }: MembersProps): ReactElement {
  return (
    <WidgetRoot<B2bClient> {...props}>
      {(resolved) => <LazyWidget key={JSON.stringify(config)} load={load} props={{ ...resolved, config }} />}
    </WidgetRoot>
  )
}

async function load(): Promise<(props: MembersWidgetProps) => ReactElement> {
  return (await import('./members-widget.tsx')).MembersWidget
}
