import { createRoot } from 'react-dom/client'
import { GalleryPage } from './gallery-page.tsx'

const root = document.getElementById('root')
if (!root) throw new Error('the page has no root')
createRoot(root).render(<GalleryPage />)
