import { createRoot } from 'react-dom/client'
import { findRoot, readMeta } from './page-setup.ts'
import { Playground } from './playground.tsx'
import { createPlaygroundClient } from './playground-client.ts'

const connection = { publicToken: readMeta('public-token'), origin: location.origin }
createRoot(findRoot()).render(<Playground {...connection} client={createPlaygroundClient(connection)} />)
