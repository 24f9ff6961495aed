import type { ProviderConnection } from '../playground-client.ts'

/** A consent page as a React application would write it. */
export function reactConsentSnippet(connection: ProviderConnection): string {
  return `import { createClient } from '@latchkey/client'
import { LatchkeyProvider, useSession } from '@latchkey/react'
import { IdentityProvider, Login } from '@latchkey/widgets'

${clientLines(connection)}

function Consent() {
  const { session } = useSession()
  // A signed-out user signs in first. The query of the page holds the request and does not change.
  if (!session) return <Login config={{ products: ['otp'], otpOptions: { methods: ['email'] } }} />
  return <IdentityProvider />
}

export default function App() {
  return (
    <LatchkeyProvider client={client}>
      <Consent />
    </LatchkeyProvider>
  )
}
`
}

/** The same for a page without a framework. */
export function htmlConsentSnippet(connection: ProviderConnection): string {
  return `<div id="consent"></div>
<script type="module">
  // For development. In production: a copy of dist/standalone of @latchkey/elements, served by you
  import { createClient, mountIdentityProvider, mountLogin } from '${connection.origin}/standalone/latchkey.js'

  ${clientLines(connection).replaceAll('\n', '\n  ')}
  const config = { products: ['otp'], otpOptions: { methods: ['email'] } }
  let isSignedIn, unmount
  function show(session) {
    if (isSignedIn === Boolean(session)) return
    isSignedIn = Boolean(session)
    unmount?.()
    const place = { client, elementId: '#consent' }
    unmount = session ? mountIdentityProvider(place) : mountLogin({ ...place, config })
  }
  show(client.session.getSync())
  client.session.onChange(show)
</script>
`
}

function clientLines({ publicToken, origin }: ProviderConnection): string {
  return `const client = createClient('${publicToken}', {
  domains: { api: '${origin}' },
})`
}
