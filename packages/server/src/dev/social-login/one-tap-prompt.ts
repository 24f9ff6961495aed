import { html } from 'hono/html'
import type { IdentityProvider } from '../../social-login/identity-provider.ts'
import { userList } from './consent-page.ts'
import { page, paths } from './fake-page.ts'

/** The One Tap prompt, which the sign-in script shows in an iframe. */
export function promptPage({ displayName, provider }: IdentityProvider): Response {
  return page(
    `Sign in with ${displayName}`,
    html`<main class="card">
<form id="prompt">
<div class="head">
<div class="sign" aria-hidden="true">${displayName.slice(0, 1)}</div>
<div><h1>Sign in with ${displayName}</h1><p class="to">A fake, on this machine only</p></div>
</div>
${userList(provider)}
<div class="foot"><p class="scopes" id="status" role="status"></p><button class="button quiet" type="button" id="close">Close</button></div>
</form>
</main>
<script src="${paths.promptScript}" defer></script>`,
    { framed: true },
  )
}

/** Fetches the id token of the chosen user and posts it to the embedding page only. */
export const promptScript = `
const query = new URLSearchParams(location.search)
const post = (message) => parent.postMessage({ latchkeyOneTap: query.get('id'), ...message }, query.get('origin'))
document.getElementById('close').addEventListener('click', () => post({ dismissed: true }))
document.getElementById('prompt').addEventListener('submit', async (event) => {
  event.preventDefault()
  const response = await fetch(location.pathname, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client_id: query.get('client_id'), nonce: query.get('nonce'), account: event.submitter.value }),
  })
  if (!response.ok) {
    document.getElementById('status').textContent = (await response.json()).error
    return
  }
  post(await response.json())
})
`

/** The part of the API of Google's script that sign-in uses. */
export function clientScript(promptUrl: string, clientId: string): string {
  return `(() => {
  const promptUrl = ${JSON.stringify(promptUrl)}
  const knownClient = ${JSON.stringify(clientId)}
  let config = {}
  let open = null

  const moment = (type, reason) => ({
    isDisplayMoment: () => type === 'display',
    isDisplayed: () => type === 'display' && !reason,
    isNotDisplayed: () => type === 'display' && !!reason,
    getNotDisplayedReason: () => (type === 'display' ? reason : undefined),
    isSkippedMoment: () => false,
    getSkippedReason: () => undefined,
    isDismissedMoment: () => type === 'dismissed',
    getDismissedReason: () => reason,
    getMomentType: () => type,
  })

  function close(reason) {
    if (!open) return
    const { frame, onMessage, onClick, listener } = open
    open = null
    removeEventListener('message', onMessage)
    removeEventListener('click', onClick)
    frame.remove()
    listener(moment('dismissed', reason))
  }

  function show(listener, parent) {
    close('flow_restarted')
    const id = crypto.randomUUID()
    const frame = document.createElement('iframe')
    frame.title = 'Sign in with Google'
    const style = { border: '0', width: '100%', maxWidth: '391px', height: '390px', colorScheme: 'light dark' }
    const floating = { width: 'calc(100vw - 40px)', position: 'fixed', top: '20px', right: '20px', zIndex: '9999', borderRadius: '16px', boxShadow: '0 4px 24px rgb(0 0 0 / 25%)' }
    Object.assign(frame.style, style, parent ? {} : floating)
    const query = new URLSearchParams({ id, client_id: config.client_id, nonce: config.nonce ?? '', origin: location.origin })
    frame.src = promptUrl + '?' + query
    const onMessage = ({ data, origin, source }) => {
      if (origin !== new URL(promptUrl).origin || source !== frame.contentWindow || data?.latchkeyOneTap !== id) return
      close(data.dismissed ? 'cancel_called' : 'credential_returned')
      if (data.credential) config.callback?.({ credential: data.credential, clientId: config.client_id, select_by: 'user' })
    }
    const onClick = () => {
      if (!parent && config.cancel_on_tap_outside !== false) close('cancel_called')
    }
    addEventListener('message', onMessage)
    setTimeout(() => addEventListener('click', onClick))
    open = { frame, onMessage, onClick, listener }
    ;(parent ?? document.body).append(frame)
    listener(moment('display'))
  }

  window.google = {
    ...window.google,
    accounts: {
      ...window.google?.accounts,
      id: {
        initialize: (options) => { config = options },
        prompt: (listener = () => {}) => {
          if (config.client_id !== knownClient) {
            // A client id can name an error to report: 'latchkey-fake-google:unregistered_origin'.
            const [client, reason] = (config.client_id ?? '').split(':')
            const isRequested = client === knownClient && reason
            listener(moment('display', isRequested ? reason : client ? 'invalid_client' : 'missing_client_id'))
            return
          }
          // With FedCM the browser shows the prompt and chooses its position.
          const isFedCm = config.use_fedcm_for_prompt && window.IdentityCredential
          show(listener, (!isFedCm && document.getElementById(config.prompt_parent_id ?? '')) || undefined)
        },
        renderButton: (parent) => show(() => {}, parent),
        cancel: () => close('cancel_called'),
        disableAutoSelect: () => {},
      },
    },
  }
})()
`
}
