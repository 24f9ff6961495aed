import type { Client } from '@latchkey/client'
import type { ReactElement } from 'react'
import { Component } from 'react'
import { renderToString } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { LatchkeyProvider, useClient } from './latchkey-provider.tsx'
import type { SessionRead, UserRead } from './readable.ts'
import { createProvider, signIn } from './signed-in-tab.suite.ts'
import { type Auth, useAuth } from './use-auth.ts'
import { useIsAuthorized } from './use-is-authorized.ts'
import { useSession } from './use-session.ts'
import { useUser } from './use-user.ts'
import { withSession } from './with-session.tsx'
import { withUser } from './with-user.tsx'

function textOf(element: ReactElement): string {
  return renderToString(element).replaceAll('&quot;', '"')
}

function Everything(): ReactElement {
  return <>{JSON.stringify([useUser(), useSession(), useIsAuthorized('documents', 'write')])}</>
}

const nothing = '{"user":null,"fromCache":false,"isInitialized":false}'
const nothingKnown = `[${nothing},${nothing.replace('user', 'session')},{"isAuthorized":false,"fromCache":false,"isInitialized":false}]`

describe('server rendering', () => {
  it('renders the uninitialized state even with a signed-in client', async () => {
    const provider = createProvider()
    const client = provider.open()
    await signIn(provider, client)
    for (const given of [client, null]) {
      expect(
        textOf(
          <LatchkeyProvider client={given}>
            <Everything />
          </LatchkeyProvider>,
        ),
      ).toBe(nothingKnown)
    }
  })

  it('provides a client whose properties can be read but whose methods throw', () => {
    let email: Client['otps']['email'] | undefined
    function Form(): ReactElement {
      const { otps } = useClient()
      email = otps.email
      return <form />
    }
    expect(
      textOf(
        <LatchkeyProvider client={null}>
          <Form />
        </LatchkeyProvider>,
      ),
    ).toBe('<form></form>')
    expect(() => email?.loginOrCreate('ada@example.com')).toThrow(
      'client.otps.email.loginOrCreate() cannot be called in a server environment.',
    )
  })
})

describe('the client', () => {
  it('uses the client of the provider, or the one passed to the hook', () => {
    const outer = createProvider().open()
    const inner = createProvider().open()
    const seen: Client[] = []
    function Reader({ client }: { client?: Client }): null {
      seen.push(useClient(client))
      return null
    }
    renderToString(
      <LatchkeyProvider client={outer}>
        <Reader />
        <Reader client={inner} />
      </LatchkeyProvider>,
    )
    renderToString(<Reader client={inner} />)
    expect(seen.map((client) => (client === outer ? 'outer' : client === inner ? 'inner' : '?'))).toEqual([
      'outer',
      'inner',
      'inner',
    ])
  })

  it('throws an error with the name of the hook outside a provider', () => {
    const Hook = ({ use }: { use(): unknown }): null => {
      use()
      return null
    }
    for (const [use, name] of [
      [useClient, 'useClient'],
      [useUser, 'useUser'],
      [useSession, 'useSession'],
      [() => useIsAuthorized('documents', 'read'), 'useIsAuthorized'],
      [useAuth, 'useAuth'],
    ] as const) {
      expect(() => renderToString(<Hook use={use} />)).toThrow(`${name} must be called below a <LatchkeyProvider>.`)
    }
  })
})

describe('signOut of useAuth', () => {
  it('rejects if the provider cannot end the session, which this browser has forgotten then', async () => {
    const provider = createProvider()
    const client = provider.open()
    await signIn(provider, client)
    const seen: Auth[] = []
    function Reader(): null {
      seen.push(useAuth())
      return null
    }
    renderToString(
      <LatchkeyProvider client={client}>
        <Reader />
      </LatchkeyProvider>,
    )
    provider.answers['/sessions/revoke'] = new TypeError('fetch failed')
    await expect(seen[0]?.signOut()).rejects.toMatchObject({ latchkeyError: true })
    expect(client.session.getSync()).toBeNull()
  })
})

describe('class components', () => {
  class Greeting extends Component<{ greeting: string } & UserRead> {
    override render(): string {
      return JSON.stringify(this.props)
    }
  }
  class Account extends Component<{ title: string } & SessionRead> {
    static displayName = 'TheAccount'
    override render(): string {
      return JSON.stringify(this.props)
    }
  }

  it('passes user and session to class components as additional props', () => {
    const GreetingOfUser = withUser(Greeting)
    const AccountOfSession = withSession(Account)
    expect(
      textOf(
        <LatchkeyProvider client={null}>
          <GreetingOfUser greeting="Hello" />
          <AccountOfSession title="Yours" />
        </LatchkeyProvider>,
      ).replaceAll('<!-- -->', ''),
    ).toBe(
      '{"greeting":"Hello","user":null,"fromCache":false,"isInitialized":false}' +
        '{"title":"Yours","session":null,"fromCache":false,"isInitialized":false}',
    )
    expect([GreetingOfUser.displayName, AccountOfSession.displayName]).toEqual([
      'withUser(Greeting)',
      'withSession(TheAccount)',
    ])
  })
})
