import { createClient, mountLogin } from '/latchkey/latchkey.js'
import { modern } from '/latchkey/themes.js'
import { settings } from '/settings.js'

const client = createClient(settings.publicToken, { domains: { api: settings.url } })
const byId = (id) => document.getElementById(id)

// Identity providers return to this page, where the widget completes the sign-in.
const here = location.origin + location.pathname
const config = {
  products: ['otp', 'oauth'],
  otpOptions: { methods: ['email'] },
  oauthOptions: {
    providers: [{ type: 'google' }, { type: 'github' }],
    loginRedirectURL: here,
    signupRedirectURL: here,
  },
}

let unmount

/** Shows the account as soon as a user is signed in, in this tab or in another one. */
function show({ session, user }) {
  byId('sign-in').hidden = session !== null
  byId('account').hidden = session === null
  if (session) {
    unmount?.()
    unmount = undefined
    byId('email').textContent = user?.emails[0]?.email ?? ''
    byId('user-id').textContent = session.user_id
    byId('expires').textContent = new Date(session.expires_at).toLocaleString()
  } else unmount ??= mountLogin({ client, elementId: '#login', config, styles: modern })
}

byId('sign-out').onclick = () => client.session.revoke()
byId('inbox').href = `${settings.url}/inbox`
byId('hint').hidden = !settings.publicToken.startsWith('public-token-test-')
client.onStateChange(show)
show({ session: client.session.getSync(), user: client.user.getSync() })
