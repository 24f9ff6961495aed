import { createRoot } from 'react-dom/client'
import { createDevAdmin } from '../admin/dev-admin.ts'
import { findRoot, readMeta } from '../page-setup.ts'
import { BusinessPage } from './business-page.tsx'

createRoot(findRoot()).render(<BusinessPage admin={createDevAdmin(readMeta('business-project-id'))} />)
