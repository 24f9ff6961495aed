import { createRoot } from 'react-dom/client'
import { findRoot, readMeta } from '../page-setup.ts'
import { createPlaygroundClient } from '../playground-client.ts'
import { ConsentPage } from './consent-page.tsx'

const connection = {
  publicToken: readMeta('public-token'),
  projectId: readMeta('project-id'),
  origin: location.origin,
}
createRoot(findRoot()).render(<ConsentPage {...connection} client={createPlaygroundClient(connection)} />)
