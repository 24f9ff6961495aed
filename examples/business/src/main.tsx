import { LatchkeyB2bProvider } from '@latchkey/react/b2b'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { client } from './client.ts'
import './style.css'

const root = document.querySelector('#root')
if (!root) throw new Error('The page has no #root.')
createRoot(root).render(
  <StrictMode>
    <LatchkeyB2bProvider client={client}>
      <App />
    </LatchkeyB2bProvider>
  </StrictMode>,
)
