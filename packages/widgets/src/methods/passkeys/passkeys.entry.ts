import { isPhoneTab } from '../../flow/phone-tab.ts'
import type { ButtonEntry } from '../../login/login-method.ts'

/** If the browser offers passkeys in the email field, there is no button. Without the API that is known at once. */
const count: ButtonEntry['count'] = ({ tabs }, { hasPasskeyButton, passkeys }) =>
  Number(
    hasPasskeyButton ||
      passkeys?.hasAutofill === false ||
      tabs.every(isPhoneTab) ||
      typeof globalThis.PublicKeyCredential?.isConditionalMediationAvailable !== 'function',
  )

export const passkeysEntry: ButtonEntry = {
  load: () => import('./passkeys.method.ts'),
  count,
  /**
   * Shows the button before the first paint if the browser does not offer passkeys in a field. A later answer would move
   * the page: the passkey method then waits for the user. So does a page with room that a server reserved.
   */
  start(plan, _, store) {
    if (count(plan, {}) || Document.prototype.querySelector.call(document, '.latchkey>svg')) return undefined
    let isPainted = false
    requestAnimationFrame(() => {
      isPainted = true
    })
    PublicKeyCredential.isConditionalMediationAvailable().then((isSupported) => {
      const { get, send } = store()
      if (!isSupported && !isPainted && get().state.screen === 'main') send({ type: 'autofill_missing' })
    })
    return undefined
  },
}
