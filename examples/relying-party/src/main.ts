import { readFile } from 'node:fs/promises'
import { createApplication } from './application.ts'
import { createIdentityProvider } from './identity-provider.ts'
import { serve } from './serve.ts'
import { createSessions } from './sessions.ts'
import { readSettings } from './settings.ts'

const settings = readSettings(process.env)
const style = await readFile(new URL('../public/style.css', import.meta.url), 'utf8')

await serve(settings.port, (port) => {
  const url = settings.url ?? `http://localhost:${port}`
  console.log(`Notebook is at ${url}/. Users sign in through ${settings.issuer}`)
  const provider = createIdentityProvider(settings, url)
  return createApplication({ provider, sessions: createSessions(Date.now), url, style })
})
