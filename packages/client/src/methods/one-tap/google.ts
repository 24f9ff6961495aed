import type { OneTapStart } from '@latchkey/contract'
import { bodyOf, createElementIn } from '../../core/safe-dom.ts'
import { scriptUrl } from '../../core/script-url.ts'
import type { OneTapContext, OneTapPlacement } from './one-tap-options.ts'

/** The part of Google's sign-in script that is used. */
export interface GoogleId {
  initialize(settings: object): void
  prompt(listener: (moment: GoogleMoment) => void): void
  cancel(): void
}

/** Where the prompt is: inside an element, or floating over the page. */
export type OneTapPlace = 'embedded' | 'floating'

interface GoogleMoment {
  isDisplayed?(): boolean
  isNotDisplayed?(): boolean
  getNotDisplayedReason?(): string
  isSkippedMoment?(): boolean
  isDismissedMoment?(): boolean
  getDismissedReason?(): string
}

/** What the provider knows about the prompt. `csrfToken` is the `nonce` of the id token. */
export type GoogleStart = Pick<OneTapStart, 'googleClientId' | 'csrfToken' | 'scriptUrl'>

/** Scripts that are loading, so that simultaneous prompts share one. */
const loads: WeakMap<object, Promise<unknown>> = /* @__PURE__ */ new WeakMap()

export async function loadGoogle(ctx: OneTapContext, url: string): Promise<GoogleId> {
  // An element of the page may have the id `google`, and its form an input named `accounts`.
  const find = (): GoogleId | undefined => {
    const id = (ctx.platform.google as { accounts?: { id?: GoogleId } })?.accounts?.id
    return typeof id?.initialize === 'function' ? id : undefined
  }
  const page = ctx.platform.document as Document
  if (!find()) {
    const load =
      loads.get(page) ??
      new Promise((resolve, reject) => {
        const script = createElementIn(page, 'script')
        script.src = scriptUrl(ctx, url) as string
        script.onload = resolve
        script.onerror = () => reject(new Error('The script of Google One Tap could not be loaded.'))
        bodyOf(page).append(script)
      }).finally(() => loads.delete(page))
    loads.set(page, load)
    await load
  }
  const id = find()
  if (!id) throw new Error('The script of Google One Tap did not define google.accounts.id.')
  return id
}

const floating = ''

/**
 * The possible places of the prompt, best first: the id of an element, or floating. With FedCM the browser always shows
 * it floating, unless the legacy prompt is forced.
 */
function listPositions({ position, prompt_parent_id }: OneTapPlacement, hasFedCm: boolean): string[] {
  const isForced = position === 'forceLegacyEmbedded'
  const canEmbed = prompt_parent_id && position !== 'floating' && (isForced || !hasFedCm)
  const places = canEmbed ? [prompt_parent_id] : []
  if (!isForced && position !== 'embeddedOnly') places.push(floating)
  return position === 'floatingOrEmbedded' ? places.reverse() : places
}

/** Resolves to the id token of the chosen account. Rejects if the user dismisses the prompt or it cannot be shown. */
export function promptGoogle(
  google: GoogleId,
  start: GoogleStart,
  options: OneTapPlacement,
  hasFedCm: boolean,
  onShown: (place: OneTapPlace) => void = () => undefined,
): Promise<string> {
  return new Promise((resolve, reject) => {
    function show(
      [place, ...others]: string[],
      reason = 'The prompt cannot be shown at the requested position.',
    ): void {
      if (place === undefined) {
        reject(new Error(reason))
        return
      }
      google.initialize({
        client_id: start.googleClientId,
        // Binds the id token to this prompt.
        nonce: start.csrfToken,
        cancel_on_tap_outside: options.cancel_on_tap_outside,
        use_fedcm_for_prompt: place === floating,
        ...(place && { prompt_parent_id: place }),
        callback: ({ credential }: { credential: string }) => resolve(credential),
      })
      const notifyShown = (): void => onShown(place === floating ? 'floating' : 'embedded')
      google.prompt((moment) => {
        if (moment.isDisplayed?.()) return notifyShown()
        if (moment.isNotDisplayed?.()) return show(others, moment.getNotDisplayedReason?.())
        // With FedCM, these are the only notifications.
        const isDismissed = moment.isDismissedMoment?.() && moment.getDismissedReason?.() !== 'credential_returned'
        if (isDismissed || moment.isSkippedMoment?.()) reject(Object.assign(new Error(), { name: 'user_cancel' }))
      })
      // With FedCM, Google does not report that the prompt is displayed.
      if (hasFedCm && place === floating) notifyShown()
    }
    show(listPositions(options, hasFedCm))
  })
}
