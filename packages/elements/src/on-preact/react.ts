/**
 * React as the widgets use it, on Preact: what a page without React is given. `preact/compat` is for the libraries of
 * the whole world, and costs every page for that; the widgets need little of it.
 */
import type { VNode } from 'preact'
import { options } from 'preact'
import { useEffect, useLayoutEffect, useState } from 'preact/hooks'

export { Component, createContext, createElement, Fragment, Fragment as StrictMode } from 'preact'
export { useContext, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'

/** Lines of a drawing have the names of React, which Preact hands to the browser as they are. */
const drawn = /^(stroke|fill)[A-Z]/

const { vnode: before } = options
options.vnode = (vnode) => {
  const { type, props } = vnode as VNode<Record<string, unknown>>
  if (typeof type === 'string') {
    for (const name in props) {
      // React's `onChange` is called with every letter.
      if (name === 'onChange' && type === 'input') rename(props, name, 'onInput')
      else if (drawn.test(name)) rename(props, name, name.replace(/[A-Z]/, '-$&').toLowerCase())
    }
  }
  before?.(vnode)
}

// What React wraps is the browser's own here.
options.event = (event) => Object.assign(event, { nativeEvent: event })

function rename(props: Record<string, unknown>, from: string, to: string): void {
  props[to] = props[from]
  delete props[from]
}

interface Seen<Value> {
  value: Value
  read: () => Value
}

/** Whatever changes between drawing and listening is seen when the listening begins. */
export function useSyncExternalStore<Value>(subscribe: (look: () => void) => () => void, read: () => Value): Value {
  const value = read()
  const [{ seen }, drawAgain] = useState<{ seen: Seen<Value> }>({ seen: { value, read } })
  useLayoutEffect(() => {
    seen.value = value
    seen.read = read
    if (isOld(seen)) drawAgain({ seen })
  }, [seen, value, read])
  useEffect(() => {
    const look = (): void => {
      if (isOld(seen)) drawAgain({ seen })
    }
    look()
    return subscribe(look)
  }, [seen, subscribe])
  return value
}

function isOld<Value>({ value, read }: Seen<Value>): boolean {
  return !Object.is(value, read())
}
