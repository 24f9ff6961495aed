import { createRoot } from 'react-dom/client'
import { installNetworkFault } from './faults/network-fault.ts'
import { findRoot, readMeta } from './page-setup.ts'
import { Playground } from './playground.tsx'

const { origin } = location
const projectId = readMeta('project-id')
installNetworkFault(window)
createRoot(findRoot()).render(
  <Playground
    connection={{ publicToken: readMeta('public-token'), projectId, origin }}
    application={{
      clientId: readMeta('application-id'),
      endpoints: `${origin}/v1/public/${projectId}/oauth2`,
      redirectUri: `${origin}/application`,
    }}
  />,
)
