// A page that shows what the hooks read. A test drives its client.
import { type Client, createClient } from '@latchkey/client'
import {
  type InitialState,
  LatchkeyProvider,
  Protect,
  SignedIn,
  SignedOut,
  useClient,
  useIsAuthorized,
  useSession,
  useUser,
  withUser,
} from '@latchkey/react'
import { type ReactElement, StrictMode } from 'react'
import { hydrateRoot, type Root } from 'react-dom/client'

export interface HooksPage {
  client: Client
  /** The values of the hooks at each render. */
  seen: Facts[]
  /** The number of renders of the name. */
  draws(): number
  unmount(): void
}

interface Facts {
  user: string | null
  session: string | null
  mayWrite: boolean
  fromCache: boolean
  isInitialized: boolean
}

const seen: Facts[] = []
let draws = 0

const Name = withUser(({ user, greeting }: ReturnType<typeof useUser> & { greeting: string }): ReactElement => {
  draws += 1
  return (
    <p>
      {greeting}, {user?.user_id ?? 'guest'}
    </p>
  )
})

function Everything(): ReactElement {
  const client = useClient()
  const { user, fromCache, isInitialized } = useUser()
  const { session } = useSession()
  const { isAuthorized: mayWrite } = useIsAuthorized('documents', 'write')
  seen.push({ user: user?.user_id ?? null, session: session?.session_id ?? null, mayWrite, fromCache, isInitialized })
  return (
    <>
      <output>{JSON.stringify(seen.at(-1))}</output>
      <Name greeting="Hello" />
      <button type="button" onClick={() => client.session.revoke({ forceClear: true })}>
        Sign out
      </button>
    </>
  )
}

function Gates(): ReactElement {
  return (
    <p id="gates">
      <SignedIn loading="loading">signed in</SignedIn>
      <SignedOut loading="loading">signed out</SignedOut>
      <Protect resource="documents" action="write" loading=", loading" fallback=", may not write">
        , may write
      </Protect>
    </p>
  )
}

/** The same tree on the server, without a client, and in the browser. */
export function page(client: Client | null, initialState?: InitialState): ReactElement {
  return (
    <StrictMode>
      <LatchkeyProvider client={client} initialState={initialState}>
        <Everything />
        <Gates />
      </LatchkeyProvider>
    </StrictMode>
  )
}

if (typeof document !== 'undefined') {
  const client = createClient('public-token-test-1', { domains: { testApi: location.origin } })
  const initialState = document.querySelector('#initial-state')?.textContent
  const app = document.querySelector('#app') as Element
  const root: Root = hydrateRoot(app, page(client, initialState ? JSON.parse(initialState) : undefined))
  const hooks: HooksPage = { client, seen, draws: () => draws, unmount: () => root.unmount() }
  Object.assign(globalThis, { hooks })
}
