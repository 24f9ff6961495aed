import { createRoot } from 'react-dom/client'
import { findRoot, readMeta } from '../page-setup.ts'
import { createPlaygroundClient } from '../playground-client.ts'
import { ApplicationPage } from './application-page.tsx'

const { origin } = location
const application = {
  clientId: readMeta('application-id'),
  endpoints: `${origin}/v1/public/${readMeta('project-id')}/oauth2`,
  redirectUri: `${origin}${location.pathname}`,
}
const client = createPlaygroundClient({ publicToken: readMeta('public-token'), origin })
createRoot(findRoot()).render(<ApplicationPage application={application} client={client} />)
