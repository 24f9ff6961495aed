import type { BaseContext } from '../../core/base-context.ts'
import { parseJson } from '../../core/encoding.ts'
import type { Unsubscribe } from '../../core/store.ts'
import { listen } from '../../platform/browser.ts'
import { withTabStorage } from '../../platform/tab-storage.ts'
import type { SessionPersistence } from '../../session/session-shape.ts'
import type { SessionState } from '../../session/session-state.ts'
import { initialState, toRecord } from '../../session/session-state.ts'
import type { B2bContext, MemberSessions } from './member-kind.ts'

type State = SessionState<MemberSessions>

/** The key in local storage of the organization that a tab has entered last, after the time of that. */
const enteredKey = 'entered'

/** A session may be unfinished, and then belongs to no organization. */
const noOrganization = 'none'

/**
 * Each tab has its own session, in session storage under the id of its organization. No cookie is written. Local storage
 * gets the id of the organization only, so that other tabs can show it.
 */
export function keepSessionInTab(base: BaseContext): SessionPersistence<MemberSessions> {
  /** The state if the storage is disabled or full. */
  let unsaved: string | undefined

  const find = (name: string): string => withTabStorage(base, name, (storage, key) => storage.getItem(key) ?? '') ?? ''
  const organization = (): string => find('session')
  const snapshot = (): string => unsaved ?? find(`session:${organization()}`)

  function write(state: State): void {
    const id = state.session?.organization_id ?? noOrganization
    const previous = organization()
    const text = JSON.stringify(state)
    const isSaved = withTabStorage(base, 'session', (storage, key) => {
      storage.setItem(key, id)
      return true
    })
    const isStored =
      isSaved &&
      withTabStorage(base, `session:${id}`, (storage, key) => {
        storage.setItem(key, text)
        return true
      })
    unsaved = isStored ? undefined : text
    if (!isStored) base.warn('Storage cannot be used.')
    // The token of the organization that the member has left.
    if (previous !== id) withTabStorage(base, `session:${previous}`, (storage, key) => storage.removeItem(key))
    if (state.id && previous !== id) base.storage.set(enteredKey, `${base.platform.Date.now()} ${id}`)
  }

  return [
    snapshot,
    () => {
      const stored = parseJson<State>(snapshot())
      const state: State = stored?.ended ? stored : initialState
      const { token, jwt, ist } = state
      return { token, jwt, ist, record: toRecord<MemberSessions>(state) }
    },
    write,
  ]
}

/** Calls back with the organization that another tab has entered. */
export function onOtherTab(
  { platform, session, storage }: Pick<B2bContext, 'platform' | 'session' | 'storage'>,
  callback: (organizationId: string) => void,
): Unsubscribe {
  let seen = storage.get(enteredKey)
  // What this tab has written itself.
  const forget = session.subscribe(
    ({ id }) => id,
    () => {
      seen = storage.get(enteredKey)
    },
  )
  const stop = listen(platform, ['storage', 'visibilitychange'], () => {
    const entered = storage.get(enteredKey)
    if (!entered || entered === seen) return
    seen = entered
    callback(entered.split(' ')[1] as string)
  })
  return () => {
    forget()
    stop()
  }
}
