import type { B2bClient } from '@latchkey/client/b2b'
import type { ReactElement } from 'react'
import { useLayoutEffect, useMemo, useRef } from 'react'
import { Pending } from '../../ui/pending.tsx'
import { FlowWidget } from '../../widget/flow-widget.tsx'
import { useLoadedOrThrow } from '../../widget/use-loaded.ts'
import type { WidgetDefinition } from '../../widget/widget-definition.ts'
import type { ResolvedProps } from '../../widget/widget-root.tsx'
import type { SignInSlotProps } from './sign-in-slot.ts'
import { SignInSlot } from './sign-in-slot.ts'
import type { OrganizationSwitcherConfig } from './switcher.config.ts'
import type { SwitcherEvent, SwitcherState } from './switcher.flow.ts'
import { SwitcherView } from './switcher.view.tsx'
import { createSwitcherActor } from './switcher-actor.ts'

export interface SwitcherStart {
  readonly config: OrganizationSwitcherConfig
}

export type SwitcherWidgetProps = ResolvedProps<B2bClient> & SwitcherStart

export const switcher: WidgetDefinition<SwitcherStart, SwitcherState, SwitcherEvent, B2bClient> = {
  createActor: ({ config }, deps) => createSwitcherActor(config, deps),
  views: { organization_switcher: SwitcherView },
}

/** The lazily loaded component. */
export function SwitcherWidget({ config, ...props }: SwitcherWidgetProps): ReactElement {
  const { client } = props
  const latest = useRef(props)
  // The address is known until the session ends.
  const email = useRef('')
  useLayoutEffect(() => {
    latest.current = props
    email.current = client.self.getSync()?.email_address ?? email.current
  })
  // The same component at every render, so that it keeps its state.
  const SignIn = useMemo(
    () =>
      (slot: SignInSlotProps): ReactElement => (
        <LoadedSignIn {...latest.current} {...slot} email={email.current} options={config} />
      ),
    [config],
  )
  const start = useMemo(() => ({ config }), [config])
  return (
    <SignInSlot.Provider value={SignIn}>
      <FlowWidget {...props} definition={switcher} start={start} />
    </SignInSlot.Provider>
  )
}

const load = () => import('./switch-sign-in.tsx')

type LoadedSignInProps = Parameters<Awaited<ReturnType<typeof load>>['SwitchSignIn']>[0]

function LoadedSignIn(props: LoadedSignInProps): ReactElement {
  const loaded = useLoadedOrThrow(load)
  return loaded ? <loaded.SwitchSignIn {...props} /> : <Pending />
}
