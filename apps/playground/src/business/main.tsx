import { createB2bClient } from '@latchkey/client/b2b'
import { createRoot } from 'react-dom/client'
import { createDevAdmin } from '../admin/dev-admin.ts'
import { findRoot, readMeta } from '../page-setup.ts'
import { BusinessPage } from './business-page.tsx'

const { origin } = location
const client = createB2bClient(readMeta('business-public-token'), {
  domains: { testApi: origin, telemetry: origin, cdn: origin },
  // The playground of the consumer project is on the same host.
  cookies: {
    opaqueTokenCookieName: 'latchkey_business_session',
    jwtCookieName: 'latchkey_business_session_jwt',
    istCookieName: 'latchkey_business_intermediate_session',
  },
})
createRoot(findRoot()).render(<BusinessPage client={client} admin={createDevAdmin(readMeta('business-project-id'))} />)
