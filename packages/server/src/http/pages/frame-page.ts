import { framePath } from '@latchkey/contract'
import { ProviderError } from '../../core/provider-error.ts'
import type { Page } from '../page.ts'
import type { Frame } from './frame.ts'

export const frameScriptPath: string = `${framePath}/frame.js`

/**
 * Any page may embed the frame: it shows nothing and has no session, and it serves only pages whose origin the project
 * has authorized.
 */
const policy =
  "default-src 'none'; script-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; " +
  "require-trusted-types-for 'script'; trusted-types 'none'; frame-ancestors *"

export const framePages: readonly Page[] = [
  {
    name: 'frame',
    path: framePath,
    async handle({ frame }, { headers }) {
      if (frame === null) throw new ProviderError('endpoint_not_found')
      headers['content-type'] = 'text/html; charset=utf-8'
      headers['content-security-policy'] = policy
      headers['cross-origin-resource-policy'] = 'cross-origin'
      headers['cache-control'] = 'public, max-age=300'
      return new Response(frame.html, { status: 200, headers })
    },
  },
  scriptPage('frame_script', frameScriptPath, (frame) => frame.script),
  scriptPage('frame_phone_script', `${framePath}/phone.js`, (frame) => frame.phoneScript),
]

function scriptPage(name: string, path: string, textOf: (frame: Frame) => string): Page {
  return {
    name,
    path,
    async handle({ frame }, { headers }) {
      if (frame === null) throw new ProviderError('endpoint_not_found')
      headers['content-type'] = 'text/javascript; charset=utf-8'
      headers['cache-control'] = 'public, max-age=300'
      return new Response(textOf(frame), { status: 200, headers })
    },
  }
}
