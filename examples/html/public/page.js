import { createClient } from '/latchkey/latchkey.js'

// The element and the page share one client.
const client = createClient('public-token-test-11111111-1111-4111-8111-111111111111', {
  domains: { api: 'http://localhost:4000' },
})
const login = document.querySelector('latchkey-login')
login.client = client

document.querySelector('#sign-out').addEventListener('click', () => client.session.revoke())

function show({ user, session }) {
  login.hidden = session !== null
  document.querySelector('#account').hidden = session === null
  document.querySelector('#email').textContent = user?.emails[0]?.email ?? user?.user_id ?? ''
}
show({ user: client.user.getSync(), session: client.session.getSync() })
client.onStateChange(show)
