import type { B2bClient } from '@latchkey/client/b2b'
import type { B2bOAuthProvider } from '@latchkey/contract'
import type { OrganizationAuthMethod } from '@latchkey/contract/b2b'
import type { ReactElement } from 'react'
import { useState } from 'react'
import { createB2bLoginRunner } from '../../b2b-login/b2b-login.effects.ts'
import { staticB2bLogin } from '../../b2b-login/b2b-login-static.tsx'
import type { B2bLoginStart } from '../../b2b-login/b2b-login-store.ts'
import type { B2bLoginConfig, B2bLoginProduct } from '../../b2b-login/config/b2b-login.config.ts'
import { planB2bLogin } from '../../b2b-login/config/b2b-login.config.ts'
import { showEntries } from '../../b2b-login/flow/b2b-discovery.flow.ts'
import type { B2bLoginEvent } from '../../b2b-login/flow/b2b-events.ts'
import { b2bLoginFlow } from '../../b2b-login/flow/b2b-login.flow.ts'
import type { B2bLoginState } from '../../b2b-login/flow/b2b-state.ts'
import { createActor } from '../../flow/actor.ts'
import { FlowWidget } from '../../widget/flow-widget.tsx'
import type { WidgetDefinition } from '../../widget/widget-definition.ts'
import type { ResolvedProps } from '../../widget/widget-root.tsx'
import type { OrganizationSwitcherConfig } from './switcher.config.ts'
import type { SwitcherEntry } from './switcher.flow.ts'

export interface SwitchSignInProps extends ResolvedProps<B2bClient> {
  readonly entry: SwitcherEntry
  readonly email: string
  /** The options of the switcher. */
  readonly options: SignInOptions
  readonly onDone: () => void
}

type SignInOptions = Pick<OrganizationSwitcherConfig, 'sessionOptions' | 'ssoOptions'>

interface Start extends B2bLoginStart {
  readonly entry: SwitcherEntry
  readonly email: string
}

/** The login widget, which enters the chosen organization first and then asks for what is missing. */
const definition: WidgetDefinition<Start, B2bLoginState, B2bLoginEvent, B2bClient> = {
  ...staticB2bLogin,
  takesFocusAtStart: true,
  createActor({ config, entry, email }, deps) {
    const plan = planB2bLogin(config)
    const { id, name, logoUrl } = entry.organization
    const organization = { id, name, logoUrl, allowed: null, connections: [] }
    return createActor(
      b2bLoginFlow(plan),
      showEntries(
        { ...plan, directLogin: { status: true } },
        { email, organization: null, required: null, calls: 0 },
        {
          ...{ type: 'discovery', email, mayCreate: false },
          entries: [{ organization, kind: 'enter', requires: 'nothing', connectionId: null }],
        },
      ),
      createB2bLoginRunner({ ...deps, plan }),
      ({ type }) => type === 'emit',
    )
  },
}

const productOf: Readonly<Partial<Record<OrganizationAuthMethod, B2bLoginProduct>>> = {
  magic_link: 'emailMagicLinks',
  email_otp: 'emailOtp',
  password: 'passwords',
  sso: 'sso',
}

/** What the login widget offers: the methods that the organization still accepts. */
export function configFor(
  { organization, requires }: SwitcherEntry,
  { sessionOptions, ssoOptions }: SignInOptions,
): B2bLoginConfig {
  const methods: readonly OrganizationAuthMethod[] =
    requires.type === 'first_factor' ? requires.methods : ['magic_link', 'email_otp', 'password']
  const providers = methods.flatMap((method) => (productOf[method] ? [] : [method.replace('_oauth', '')]))
  const products = methods.map((method) => productOf[method] ?? 'oauth')
  return {
    ...{ authFlowType: 'Organization', organizationSlug: organization.slug, products: [...new Set(products)] },
    ...(sessionOptions && { sessionOptions }),
    ...(ssoOptions && { ssoOptions }),
    ...(providers.length > 0 && { oauthOptions: { providers: providers as B2bOAuthProvider[] } }),
  }
}

/** The lazily loaded rest of a switch to an organization that asks for another factor. */
export function SwitchSignIn({ entry, email, options, onDone, callbacks, ...props }: SwitchSignInProps): ReactElement {
  const [config] = useState(() => configFor(entry, options))
  return (
    <FlowWidget
      {...props}
      callbacks={{
        ...callbacks,
        onEvent(event) {
          callbacks.onEvent?.(event)
          if (event.type === 'AUTHENTICATE_FLOW_COMPLETE') onDone()
        },
      }}
      definition={definition}
      start={{ config, landing: { type: 'none' }, entry, email }}
    />
  )
}
