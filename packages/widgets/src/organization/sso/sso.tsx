import type { B2bClient } from '@latchkey/client/b2b'
import type { ReactElement } from 'react'
import { LazyWidget } from '../../widget/lazy-widget.tsx'
import type { WidgetProps } from '../../widget/widget-root.tsx'
import { WidgetRoot } from '../../widget/widget-root.tsx'
import type { OrganizationStrings } from '../text/organization-text.ts'
import type { SsoSetupConfig } from './sso.config.ts'
import type { SsoWidgetProps } from './sso-widget.tsx'

export interface SsoSetupProps extends Omit<WidgetProps<B2bClient>, 'strings'> {
  readonly strings?: OrganizationStrings
  /** A different configuration restarts the component. An equal one does not, even if it is another object. */
  readonly config?: SsoSetupConfig
}

/**
 * The connections of the organization to its identity providers: values to copy, metadata, certificates, roles from
 * groups, and a test. What the roles of the signed-in member do not permit is disabled, with the reason.
 *
 * @example
 * <SsoSetup client={client} />
 */
export function SsoSetup({ config = {}, ...props }: SsoSetupProps): ReactElement {
  return (
    <WidgetRoot<B2bClient> {...props}>
      {(resolved) => <LazyWidget key={JSON.stringify(config)} load={load} props={{ ...resolved, config }} />}
    </WidgetRoot>
  )
}

async function load(): Promise<(props: SsoWidgetProps) => ReactElement> {
  return (await import('./sso-widget.tsx')).SsoWidget
}
