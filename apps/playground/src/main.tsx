import { createRoot } from 'react-dom/client'
import { createPlaygroundClient, Playground } from './playground.tsx'

const root = document.getElementById('root')
const publicToken = document.querySelector<HTMLMetaElement>('meta[name="latchkey-public-token"]')?.content
if (!root || !publicToken) throw new Error('the page has no root or no public token')

const surroundings = { publicToken, origin: location.origin }
createRoot(root).render(<Playground {...surroundings} client={createPlaygroundClient(surroundings)} />)
