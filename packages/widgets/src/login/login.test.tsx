import type { Client } from '@latchkey/client'
import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Login } from './login.tsx'

/** Reserves the height of the first screen: a style attribute would violate a strict content security policy. */
const shell = '<div class="latchkey"><svg aria-hidden="true" display="block" width="1" height="306"></svg></div>'

it('reserves its height on a server, where there is no client and no document', () => {
  expect(renderToString(<Login />)).toBe(shell)
})

it('does not touch the client there', () => {
  const client = new Proxy({} as Client, {
    get: () => {
      throw new Error('touched')
    },
  })
  expect(
    renderToString(<Login client={client} config={{ enableShadowDOM: true }} styles={{ fontFamily: 'Georgia' }} />),
  ).toBe(shell)
})
