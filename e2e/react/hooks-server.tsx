// The first HTML of the page, rendered in Node.
import { renderToString } from 'react-dom/server'
import { page } from './hooks-page.tsx'

export const rendered: string = renderToString(page(null))
