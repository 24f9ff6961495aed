// A host application without a bundler: the stand-alone build, copied out of the installed package.
import {
  createClient,
  mountIdentityProvider,
  mountLogin,
  mountPasskeyRegistration,
  mountResetPassword,
} from '/latchkey/latchkey.js'
import { api, publicToken } from '/settings.js'

const client = createClient(publicToken, { domains: { testApi: api } })

const config = {
  products: ['oauth', 'otp'],
  oauthOptions: { providers: [{ type: 'google' }, { type: 'github' }] },
  otpOptions: { methods: ['sms', 'email'] },
}

const widget = { client, elementId: '#widget' }
const pages = {
  '/': home,
  '/passkeys': () => mountPasskeyRegistration(widget),
  '/reset': () => mountResetPassword({ ...widget, passwordResetToken: 'password-reset-token' }),
  '/consent': () => mountIdentityProvider(widget),
}

function home() {
  const user = document.querySelector('#user')
  const signOut = document.querySelector('#sign-out')
  signOut.onclick = () => client.session.revoke()
  let unmount
  const show = (session) => {
    signOut.hidden = !session
    user.hidden = !session
    user.textContent = `Signed in as ${client.user.getSync()?.emails[0]?.email}`
    unmount?.()
    unmount = session ? undefined : mountLogin({ ...widget, config })
  }
  show(client.session.getSync())
  client.session.onChange(show)
}

;(pages[location.pathname] ?? home)()
