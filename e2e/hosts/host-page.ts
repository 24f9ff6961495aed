// The page of a host application. A test controls its content and reads the events it received.
import { type Client, type ClientOptions, createClient } from '@latchkey/client'
import { mountIdentityProvider, mountLogin, mountPasskeyRegistration, mountResetPassword } from '@latchkey/elements'
import '@latchkey/elements/define'
import type { Callbacks } from '@latchkey/widgets'
import { createRoot, hydrateRoot, type Root } from 'react-dom/client'
import { type Embedding, hostLogin, propsOf, type ShowOptions } from './host-login.ts'

export interface HostPage {
  client: Client
  createClient: typeof createClient
  mountIdentityProvider: typeof mountIdentityProvider
  mountLogin: typeof mountLogin
  mountPasskeyRegistration: typeof mountPasskeyRegistration
  mountResetPassword: typeof mountResetPassword
  events: unknown[]
  errors: unknown[]
  /** Mounts the widget, or updates the mounted one with other options. */
  show(wanted: ShowOptions): void
  remove(): void
  /** Creates the React root before the widget is mounted, like the start of a host application. */
  prepare(): void
}

const query = new URLSearchParams(location.search)
const options: ClientOptions = JSON.parse(query.get('options') ?? '{}')
const client = createClient(query.get('public_token') ?? '', options)
// The page redeems the token of a link, unless a widget on the page does.
if (!query.has('leaves_token')) void client.authenticateByUrl({ session_duration_minutes: 30 })

// Called on the prototype: a test may add elements that hide functions of the document.
const place = Document.prototype.querySelector.call(document, '#widget') as HTMLElement
const events: unknown[] = []
const errors: unknown[] = []
let root: Root | undefined
let end = (): void => undefined

function callbacksFor({ throws }: ShowOptions): Callbacks {
  const noteIn = (list: unknown[]) => (value: unknown) => {
    list.push(value)
    if (throws) throw new Error(throws)
  }
  return { onEvent: noteIn(events), onError: noteIn(errors) }
}

function unmount(): void {
  root?.unmount()
  root = undefined
}

const mounts = {
  'identity-provider': mountIdentityProvider,
  login: mountLogin,
  'passkey-registration': mountPasskeyRegistration,
  'reset-password': mountResetPassword,
}

const embeddings: Record<Embedding, (wanted: ShowOptions) => void> = {
  component(wanted) {
    root ??= createRoot(place)
    root.render(hostLogin(client, wanted, callbacksFor(wanted)))
    end = unmount
  },
  strict: (wanted) => embeddings.component(wanted),
  hydrated(wanted) {
    root = hydrateRoot(place, hostLogin(client, wanted, callbacksFor(wanted)))
    end = unmount
  },
  mount(wanted) {
    end = mounts[wanted.widget ?? 'login']({
      client,
      elementId: '#widget',
      callbacks: callbacksFor(wanted),
      ...propsOf(wanted),
    })
  },
  element(wanted) {
    const name = `latchkey-${wanted.widget ?? 'login'}` as const
    const found = place.querySelector(name)
    const element =
      found ?? (Document.prototype.createElement.call(document, name) as HTMLElementTagNameMap[typeof name])
    Object.assign(element, { client, ...propsOf(wanted) })
    if (found) return
    element.addEventListener('latchkey-event', ({ detail }) => events.push(detail))
    element.addEventListener('latchkey-error', ({ detail }) => errors.push(detail))
    place.append(element)
    end = () => element.remove()
  },
}

const app: HostPage = {
  client,
  createClient,
  mountIdentityProvider,
  mountLogin,
  mountPasskeyRegistration,
  mountResetPassword,
  events,
  errors,
  show: (wanted) => embeddings[wanted.embedding ?? 'component'](wanted),
  remove: () => end(),
  prepare() {
    root ??= createRoot(place)
  },
}
Object.assign(globalThis, { app })
