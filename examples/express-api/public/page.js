import { createClient, mountLogin } from '/latchkey/latchkey.js'
import { modern } from '/latchkey/themes.js'

const { provider, publicToken } = await (await fetch('/settings.json')).json()
const client = createClient(publicToken, { domains: { api: provider } })
const [notes, list, form, error] = ['notes', 'list', 'add', 'error'].map((id) => document.getElementById(id))

/** Calls the API with the session JWT. If the JWT has expired, it is renewed once. */
async function call(path, options = {}) {
  const send = () =>
    fetch(path, {
      ...options,
      headers: { ...options.headers, authorization: `Bearer ${client.session.getTokens()?.session_jwt}` },
    })
  const response = await send()
  if (response.status !== 401) return response
  await client.session.authenticate()
  return send()
}

async function showNotes() {
  const response = await call('/api/notes')
  const { notes: found = [] } = response.ok ? await response.json() : {}
  list.replaceChildren(...found.map(({ text }) => Object.assign(document.createElement('li'), { textContent: text })))
}

form.addEventListener('submit', async (event) => {
  event.preventDefault()
  const response = await call('/api/notes', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ text: new FormData(form).get('text') }),
  })
  error.textContent = response.ok ? '' : response.status === 403 ? 'Only editors may add notes.' : 'Try again.'
  if (response.ok) form.reset()
  await showNotes()
})
document.getElementById('sign-out').addEventListener('click', () => client.session.revoke())

let unmount
let wasSignedIn
function show(session) {
  const isSignedIn = session !== null
  if (isSignedIn === wasSignedIn) return
  wasSignedIn = isSignedIn
  notes.hidden = !isSignedIn
  unmount?.()
  unmount = isSignedIn
    ? undefined
    : mountLogin({
        client,
        elementId: '#login',
        config: { products: ['otp'], otpOptions: { methods: ['email'] } },
        styles: modern,
      })
  if (isSignedIn) showNotes()
}
show(client.session.getSync())
client.session.onChange(show)
