import type { OneTapPosition } from '@latchkey/contract'
import type { ClientContext } from '../../context.ts'

export interface OneTapOptions {
  login_redirect_url?: string
  signup_redirect_url?: string
  /** True unless given. */
  cancel_on_tap_outside?: boolean
  /** `embedded` unless given: into the page where that can be done, over it where not. */
  position?: OneTapPosition
  /** The id of the element to embed the prompt into. Without it, it floats over the page. */
  prompt_parent_id?: string
}

export type OneTapContext = Pick<ClientContext, 'api' | 'endings' | 'platform' | 'publicToken' | 'scripts' | 'storage'>
