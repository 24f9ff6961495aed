import type { OneTapPosition } from '@latchkey/contract'
import type { ClientContext } from '../../context/context.ts'

/** How a One Tap prompt is shown. */
export interface OneTapPlacement {
  /**
   * Whether a click outside the prompt closes it.
   * @default true
   */
  cancel_on_tap_outside?: boolean
  /**
   * `embedded` uses `prompt_parent_id` if the browser supports it, and floats over the page otherwise.
   * @default 'embedded'
   */
  position?: OneTapPosition
  /** The id of the element to embed the prompt into. Without it the prompt floats over the page. */
  prompt_parent_id?: string
}

/** The options of a One Tap prompt. */
export interface OneTapOptions extends OneTapPlacement {
  /**
   * The page that an existing user returns to.
   * @default the redirect URL of the project
   */
  login_redirect_url?: string
  /**
   * The page that a new user returns to.
   * @default the redirect URL of the project
   */
  signup_redirect_url?: string
}

/** The fields of `OneTapPlacement`, in the format of `validate`. */
export const placementTypes = 'cancel_on_tap_outside?:boolean position? prompt_parent_id?'

export type OneTapContext = Pick<ClientContext, 'api' | 'endings' | 'platform' | 'publicToken' | 'scripts' | 'storage'>
