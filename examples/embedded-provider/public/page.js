import { createClient, mountLogin } from '/latchkey/latchkey.js'
import { modern } from '/latchkey/themes.js'

const { publicToken } = await (await fetch('/settings.json')).json()
// The provider has the address of this page.
const client = createClient(publicToken, { domains: { api: location.origin } })
const config = {
  products: ['emailMagicLinks', 'otp'],
  emailMagicLinksOptions: { loginRedirectURL: `${location.origin}/`, signupRedirectURL: `${location.origin}/` },
  otpOptions: { methods: ['sms'] },
}

document.getElementById('sign-out').addEventListener('click', () => client.session.revoke())

async function showAccount() {
  const authorization = `Bearer ${client.session.getTokens()?.session_jwt}`
  const response = await fetch('/api/me', { headers: { authorization } })
  const { userId = 'unknown', roles = [] } = await response.json()
  document.getElementById('user-id').textContent = userId
  document.getElementById('roles').textContent = roles.join(', ')
}

let unmount
let wasSignedIn
function show(session) {
  const isSignedIn = session !== null
  if (isSignedIn === wasSignedIn) return
  wasSignedIn = isSignedIn
  document.getElementById('account').hidden = !isSignedIn
  unmount?.()
  unmount = isSignedIn ? undefined : mountLogin({ client, elementId: '#login', config, styles: modern })
  if (isSignedIn) showAccount()
}
show(client.session.getSync())
client.session.onChange(show)
