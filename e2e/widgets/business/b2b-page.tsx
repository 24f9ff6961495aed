// The page of a host application with React. A test controls how the widget is added.
import { createB2bClient } from '@latchkey/client/b2b'
import { StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { hostB2bLogin } from './host-b2b-login.tsx'

const place = document.querySelector('#widget') as HTMLElement
const { token = '', api = '', config = '{}', mode } = Object.fromEntries(new URLSearchParams(location.search))
const events: string[] = []
Object.assign(globalThis, { events })

const client = createB2bClient(token as `public-token-test-${string}`, { domains: { testApi: api }, session: 'tab' })
const login = hostB2bLogin(JSON.parse(config), client, ({ type }) => void events.push(type))
if (mode === 'hydrated') hydrateRoot(place, login)
else createRoot(place).render(mode === 'strict' ? <StrictMode>{login}</StrictMode> : login)
