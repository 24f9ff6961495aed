import type { OneTapStart } from '@latchkey/contract'
import { bodyOf, createElementIn } from '../../core/safe-document.ts'
import { scriptUrl } from '../../core/script-url.ts'
import type { OneTapContext, OneTapOptions } from './one-tap-options.ts'

/** As much of Google's sign-in script as is used. */
export interface GoogleId {
  initialize(settings: object): void
  prompt(listener: (moment: GoogleMoment) => void): void
  cancel(): void
}

/** In an element of the page, or over it. */
export type OneTapPlace = 'embedded' | 'floating'

interface GoogleMoment {
  isDisplayed?(): boolean
  isNotDisplayed?(): boolean
  getNotDisplayedReason?(): string
  isSkippedMoment?(): boolean
  isDismissedMoment?(): boolean
  getDismissedReason?(): string
}

/** On its way: whoever else asks for it meanwhile waits for the same one. */
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
        script.onerror = () => reject(new Error('The script of One Tap cannot be loaded.'))
        bodyOf(page).append(script)
      }).finally(() => loads.delete(page))
    loads.set(page, load)
    await load
  }
  const id = find()
  if (!id) throw new Error('The script of One Tap is not what it should be.')
  return id
}

const floating = ''

/**
 * Where the prompt may go, best first: into an element, or over the page. A browser that shows it by itself (FedCM)
 * puts it over the page, unless it is kept from doing so.
 */
function placesOf({ position, prompt_parent_id }: OneTapOptions, hasFedCm: boolean): string[] {
  const isForced = position === 'forceLegacyEmbedded'
  const canEmbed = prompt_parent_id && position !== 'floating' && (isForced || !hasFedCm)
  const places = canEmbed ? [prompt_parent_id] : []
  if (!isForced && position !== 'embeddedOnly') places.push(floating)
  return position === 'floatingOrEmbedded' ? places.reverse() : places
}

/** The id token of whoever chooses. Rejects when nobody does, and where there is no place for the prompt. */
export function askGoogle(
  google: GoogleId,
  start: OneTapStart,
  options: OneTapOptions,
  hasFedCm: boolean,
  onShown: (place: OneTapPlace) => void = () => undefined,
): Promise<string> {
  return new Promise((resolve, reject) => {
    function show([place, ...others]: string[], why = 'The browser has no place for the prompt.'): void {
      if (place === undefined) {
        reject(new Error(why))
        return
      }
      google.initialize({
        client_id: start.googleClientId,
        // An id token that was asked for elsewhere is of no use here.
        nonce: start.csrfToken,
        cancel_on_tap_outside: options.cancel_on_tap_outside,
        use_fedcm_for_prompt: place === floating,
        ...(place && { prompt_parent_id: place }),
        callback: ({ credential }: { credential: string }) => resolve(credential),
      })
      const tellShown = (): void => onShown(place === floating ? 'floating' : 'embedded')
      google.prompt((moment) => {
        if (moment.isDisplayed?.()) return tellShown()
        if (moment.isNotDisplayed?.()) return show(others, moment.getNotDisplayedReason?.())
        // With FedCM the browser says no more than that.
        const isDismissed = moment.isDismissedMoment?.() && moment.getDismissedReason?.() !== 'credential_returned'
        if (isDismissed || moment.isSkippedMoment?.()) reject(Object.assign(new Error(), { name: 'user_cancel' }))
      })
      // What the browser shows by itself it does not tell of.
      if (hasFedCm && place === floating) tellShown()
    }
    show(placesOf(options, hasFedCm))
  })
}
