import type { Client } from '@latchkey/client'
import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Login } from './login.tsx'

it('is an empty shell on a server, where there is no client and no document', () => {
  expect(renderToString(<Login />)).toBe('<div class="latchkey"></div>')
})

it('does not touch the client there', () => {
  const client = new Proxy({} as Client, {
    get: () => {
      throw new Error('touched')
    },
  })
  expect(
    renderToString(<Login client={client} config={{ enableShadowDOM: true }} styles={{ fontFamily: 'Georgia' }} />),
  ).toBe('<div class="latchkey"></div>')
})
