import type { ReactElement } from 'react'
import { LazyWidget } from '../widget/lazy-widget.tsx'
import { reserveFor, shellFor } from '../widget/reserved-height.tsx'
import type { WidgetProps } from '../widget/widget-root.tsx'
import { WidgetRoot } from '../widget/widget-root.tsx'
import type { PasskeyRegistrationConfig } from './passkey-registration.config.ts'
import type { RegistrationWidgetProps } from './registration-widget.tsx'

export interface PasskeyRegistrationProps extends WidgetProps {
  /** A different configuration restarts the widget. An equal one does not, even if it is another object. */
  readonly config?: PasskeyRegistrationConfig
}

/**
 * Creates, renames and deletes passkeys of the signed-in user. It needs no style sheet on the page.
 *
 * @example
 * <PasskeyRegistration
 *   client={client}
 *   callbacks={{ onEvent: ({ type }) => { if (type === 'PASSKEY_DONE') location.assign('/account') } }}
 * />
 */
export function PasskeyRegistration({ config, ...props }: PasskeyRegistrationProps): ReactElement {
  return (
    <WidgetRoot {...props} {...shellFor('registration', props.styles)}>
      {(resolved) => (
        <LazyWidget
          key={JSON.stringify(config)}
          load={load}
          props={{ ...resolved, config: config ?? {} }}
          {...reserveFor('registration')}
        />
      )}
    </WidgetRoot>
  )
}

async function load(): Promise<(props: RegistrationWidgetProps) => ReactElement> {
  return (await import('./registration-widget.tsx')).RegistrationWidget
}
