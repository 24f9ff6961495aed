// The first HTML of the page, rendered in Node.
import type { InitialState } from '@latchkey/react'
import { renderToString } from 'react-dom/server'
import { page } from './hooks-page.tsx'

export const render = (initialState?: InitialState): string => renderToString(page(null, initialState))
