import type { Context, ReactElement, ReactNode } from 'react'
import { createContext, useContext } from 'react'
import { Pending } from '../../ui/pending.tsx'
import type { Loaded } from '../../widget/use-loaded.ts'
import { useLoaded } from '../../widget/use-loaded.ts'
import type { B2bViewProps, LaterScreens } from './b2b-view.ts'

/** The module of all screens behind Main. */
export type B2bScreens = typeof import('./b2b-screens.ts')

/** Missing until they are loaded. */
export const ScreensContext: Context<Loaded<B2bScreens>> = /* @__PURE__ */ createContext<Loaded<B2bScreens>>({})

const load = (): Promise<B2bScreens> => import('./b2b-screens.ts')

/** Loads the screens behind Main, while Main is already shown. */
export function ScreensProvider({ children }: { readonly children: ReactNode }): ReactElement {
  return <ScreensContext.Provider value={useLoaded(load)}>{children}</ScreensContext.Provider>
}

/** A screen behind Main. */
export function LazyScreen(props: B2bViewProps<keyof LaterScreens>): ReactElement {
  const { value, failure } = useContext(ScreensContext)
  // The error boundary of the widget offers a retry.
  if (failure) throw failure
  const View = value?.screens[props.state.screen] as typeof LazyScreen | undefined
  return View ? <View {...props} /> : <Pending />
}
