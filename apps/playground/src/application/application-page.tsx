import type { Client } from '@latchkey/client'
import { LatchkeyProvider } from '@latchkey/react'
import { type ReactElement, useState } from 'react'
import { TopBar } from '../top-bar.tsx'
import { type Tab, Tabs } from '../ui/tabs.tsx'
import { ApplicationWindow } from './application-window.tsx'
import { ConnectedAppsPanel } from './connected-apps-panel.tsx'
import type { Application, RequestOptions } from './protocol.ts'
import { RequestPanel } from './request-panel.tsx'
import { RequestView } from './request-view.tsx'
import { firstScopes } from './scope-choices.ts'
import { createSessionStorage } from './session-storage.ts'
import { TokenView } from './token-view.tsx'
import type { Tokens } from './tokens.ts'
import { useApplication } from './use-application.ts'
import { useScopeChoices } from './use-scope-choices.ts'
import { useUserinfo } from './use-userinfo.ts'
import { UserinfoView } from './userinfo-view.tsx'

export interface ApplicationPageProps {
  readonly application: Application
  readonly client: Client
}

/** The project as identity provider of a client application: request, tokens and revocation. */
export function ApplicationPage(props: ApplicationPageProps): ReactElement {
  return (
    <LatchkeyProvider client={props.client}>
      <TopBar title="Identity provider" />
      <Roles application={props.application} />
    </LatchkeyProvider>
  )
}

function Roles({ application }: Pick<ApplicationPageProps, 'application'>): ReactElement {
  const choices = useScopeChoices()
  const [storage] = useState(createSessionStorage)
  const [options, setOptions] = useState<RequestOptions>(() => storage.options() ?? { scopes: firstScopes, prompt: '' })
  const change = (next: RequestOptions): void => {
    storage.setOptions(next)
    setOptions(next)
  }
  const sample = useApplication(application, storage, options)
  const tokens = sample.state.status === 'in' ? sample.state.tokens : null
  const userinfo = useUserinfo(application, tokens)
  const request: Tab = {
    name: 'request',
    label: 'Request',
    content: <RequestView application={application} query={sample.query ?? {}} />,
  }
  const tabs: Tab[] = [
    ...(tokens ? tokenTabs(tokens) : []),
    ...(tokens
      ? [
          {
            name: 'userinfo',
            label: 'Userinfo',
            content: <UserinfoView response={userinfo.response} onRequest={userinfo.request} />,
          },
        ]
      : []),
    request,
  ]
  return (
    <main className="shell application-shell" data-state={sample.state.status}>
      <h1 className="out-of-sight">The project as an identity provider</h1>
      <RequestPanel choices={choices} options={options} onChange={change} />
      <ApplicationWindow sample={sample} />
      <section className="panel output" aria-label="Tokens">
        {/* A new list of tabs starts at its first tab. */}
        <Tabs key={tokens ? 'tokens' : 'request'} label="Tokens" tabs={tabs} />
      </section>
      <ConnectedAppsPanel reloadKey={tokens} onRevoked={userinfo.request} />
    </main>
  )
}

function tokenTabs({ idToken, accessToken, refreshToken }: Tokens): Tab[] {
  const kinds = [
    ['id', 'ID token', idToken],
    ['access', 'Access token', accessToken],
    ['refresh', 'Refresh token', refreshToken],
  ] as const
  return kinds.flatMap(([name, label, token]) =>
    token === null ? [] : [{ name, label, content: <TokenView name={label} token={token} /> }],
  )
}
