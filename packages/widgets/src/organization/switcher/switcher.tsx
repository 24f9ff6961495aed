import type { B2bClient } from '@latchkey/client/b2b'
import type { ReactElement } from 'react'
import { LazyWidget } from '../../widget/lazy-widget.tsx'
import type { WidgetProps } from '../../widget/widget-root.tsx'
import { WidgetRoot } from '../../widget/widget-root.tsx'
import type { OrganizationStrings } from '../text/organization-text.ts'
import type { OrganizationSwitcherConfig } from './switcher.config.ts'
import type { SwitcherWidgetProps } from './switcher-widget.tsx'

export interface OrganizationSwitcherProps extends Omit<WidgetProps<B2bClient>, 'strings'> {
  readonly strings?: OrganizationStrings
  /** A different configuration restarts the component. An equal one does not, even if it is another object. */
  readonly config?: OrganizationSwitcherConfig
}

/**
 * Shows the organization of the session, lists all organizations of the person with what each asks for, and switches.
 *
 * @example
 * <OrganizationSwitcher
 *   client={client}
 *   callbacks={{ onEvent: ({ type }) => { if (type === 'ORGANIZATION_SWITCH') location.assign('/home') } }}
 * />
 */
export function OrganizationSwitcher({ config = {}, ...props }: OrganizationSwitcherProps): ReactElement {
  return (
    <WidgetRoot<B2bClient> {...props}>
      {(resolved) => <LazyWidget key={JSON.stringify(config)} load={load} props={{ ...resolved, config }} />}
    </WidgetRoot>
  )
}

async function load(): Promise<(props: SwitcherWidgetProps) => ReactElement> {
  return (await import('./switcher-widget.tsx')).SwitcherWidget
}
