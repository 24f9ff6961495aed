import type { B2bClient } from '@latchkey/client/b2b'
import type { ReactElement } from 'react'
import { LazyWidget } from '../../widget/lazy-widget.tsx'
import type { WidgetProps } from '../../widget/widget-root.tsx'
import { WidgetRoot } from '../../widget/widget-root.tsx'
import type { OrganizationStrings } from '../text/organization-text.ts'
import type { OrganizationSettingsConfig } from './settings.config.ts'
import type { SettingsWidgetProps } from './settings-widget.tsx'

export interface OrganizationSettingsProps extends Omit<WidgetProps<B2bClient>, 'strings'> {
  readonly strings?: OrganizationStrings
  /** A different configuration restarts the component. An equal one does not, even if it is another object. */
  readonly config?: OrganizationSettingsConfig
}

/**
 * The settings of the organization of the session: name, who can join, how members log in, and the second step. What the
 * roles of the signed-in member do not permit is disabled, with the reason.
 *
 * @example
 * <OrganizationSettings client={client} config={{ allowedAuthMethods: ['emailMagicLinks', 'sso'] }} />
 */
export function OrganizationSettings({ config = {}, ...props }: OrganizationSettingsProps): ReactElement {
  return (
    <WidgetRoot<B2bClient> {...props}>
      {(resolved) => <LazyWidget key={JSON.stringify(config)} load={load} props={{ ...resolved, config }} />}
    </WidgetRoot>
  )
}

async function load(): Promise<(props: SettingsWidgetProps) => ReactElement> {
  return (await import('./settings-widget.tsx')).SettingsWidget
}
