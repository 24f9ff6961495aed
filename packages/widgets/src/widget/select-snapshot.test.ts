import { expect, it } from 'vitest'
import { selectSnapshot } from './select-snapshot.ts'

it('counts a new screen, and success on the same screen, as screen changes', () => {
  type State = { readonly screen: string; readonly status?: string }
  let state: State = { screen: 'form' }
  let notify = (): void => undefined
  const get = selectSnapshot<State>({
    getState: () => state,
    subscribe(listener) {
      notify = listener
      return () => undefined
    },
  })
  const screenChanges = [
    { screen: 'form', status: 'editing' },
    { screen: 'logged_in', status: 'verifying' },
    { screen: 'logged_in', status: 'verifying' },
    { screen: 'logged_in', status: 'success' },
    { screen: 'logged_in', status: 'success' },
  ].map((next) => {
    state = next
    notify()
    return get().screenChanges
  })
  expect(screenChanges).toEqual([0, 1, 1, 2, 2])
})
