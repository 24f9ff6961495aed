import { expect, it } from 'vitest'
import { shownBy } from './shown-by.ts'

it('counts another screen, and that what was waited for on the same one has worked, as moves', () => {
  type State = { readonly screen: string; readonly status?: string }
  let state: State = { screen: 'form' }
  let tell = (): void => undefined
  const get = shownBy<State>({
    getState: () => state,
    subscribe(listener) {
      tell = listener
      return () => undefined
    },
  })
  const moves = [
    { screen: 'form', status: 'editing' },
    { screen: 'logged_in', status: 'verifying' },
    { screen: 'logged_in', status: 'verifying' },
    { screen: 'logged_in', status: 'success' },
    { screen: 'logged_in', status: 'success' },
  ].map((next) => {
    state = next
    tell()
    return get().moves
  })
  expect(moves).toEqual([0, 1, 1, 2, 2])
})
