import type { InitialState } from '@latchkey/contract'
import type { ReactElement } from 'react'
import { renderToString } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { Protect, SignedIn, SignedOut } from './gates.tsx'
import { LatchkeyProvider } from './latchkey-provider.tsx'
import { answerFor, policy } from './signed-in-tab.suite.ts'
import { useAuth } from './use-auth.ts'
import { useUser } from './use-user.ts'

const { session, user } = answerFor(['editor'])
if (!session || !user) throw new Error('the response has no session')

function Gates(): ReactElement {
  return (
    <>
      <SignedIn loading="?">in</SignedIn>
      <SignedOut loading="?">out</SignedOut>
      <Protect resource="documents" action="write" loading="?" fallback="may not">
        may write
      </Protect>
      <Protect resource="documents" action="delete" loading="?" fallback="may not">
        may delete
      </Protect>
    </>
  )
}

function Facts(): ReactElement {
  const { isLoaded, isSignedIn, isAuthorized, ...rest } = useAuth()
  const facts = { isLoaded, isSignedIn, user: rest.user?.user_id ?? null, session: rest.session?.session_id ?? null }
  return <>{JSON.stringify([facts, isAuthorized('documents', 'write'), useUser().isInitialized]).replaceAll('"', '')}</>
}

/** The HTML of a server that knows this. */
function rendered(element: ReactElement, initialState?: InitialState): string {
  const html = renderToString(
    <LatchkeyProvider client={null} initialState={initialState}>
      {element}
    </LatchkeyProvider>,
  )
  return html.replaceAll('<!-- -->', '|')
}

describe('gates during server rendering', () => {
  it('show `loading` if the server does not know the user', () => {
    expect(rendered(<Gates />)).toBe('?|?|?|?')
    expect(rendered(<Facts />)).toBe('[{isLoaded:false,isSignedIn:false,user:null,session:null},false,false]')
  })

  it('show what the server knows about a signed-in user', () => {
    const initialState = { session, user, policy }
    expect(rendered(<Gates />, initialState)).toBe('in|may write|may not')
    expect(rendered(<Facts />, initialState)).toBe(
      '[{isLoaded:true,isSignedIn:true,user:user-test-ada,session:session-test-1},true,true]',
    )
  })

  it('decide by the roles of the session if the server does not know the profile of the user', () => {
    const initialState = { session: { ...session, roles: ['editor'] }, policy }
    expect(rendered(<Gates />, initialState)).toBe('in|may write|may not')
    expect(rendered(<Facts />, initialState)).toBe(
      '[{isLoaded:true,isSignedIn:true,user:null,session:session-test-1},true,false]',
    )
  })

  it('grant nothing by a policy that cannot be read', () => {
    const initialState = { session, user, policy: { roles: [{ role_id: 'editor' }] } } as unknown as InitialState
    expect(rendered(<Gates />, initialState)).toBe('in|may not|may not')
  })

  it('show `loading` of <Protect> as long as there is no policy', () => {
    expect(rendered(<Gates />, { session, user })).toBe('in|?|?')
  })

  it('show the signed-out content if the server knows that the user is signed out', () => {
    expect(rendered(<Gates />, { session: null })).toBe('out|may not|may not')
    expect(rendered(<Facts />, { session: null })).toBe(
      '[{isLoaded:true,isSignedIn:false,user:null,session:null},false,true]',
    )
  })

  it('throw an error with the name of the gate outside a provider', () => {
    for (const [element, name] of [
      [<SignedIn key="a" />, 'SignedIn'],
      [<SignedOut key="b" />, 'SignedOut'],
      [<Protect key="c" resource="documents" action="read" />, 'Protect'],
    ] as const) {
      expect(() => renderToString(element)).toThrow(`${name} must be called below a <LatchkeyProvider>.`)
    }
  })
})
