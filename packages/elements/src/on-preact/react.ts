/**
 * The part of React that the widgets use, implemented on Preact for the stand-alone build. `preact/compat` supports
 * arbitrary libraries and is much larger.
 */
import type { VNode } from 'preact'
import { options } from 'preact'
import { useEffect, useLayoutEffect, useState } from 'preact/hooks'

export { Component, createContext, createElement, Fragment, Fragment as StrictMode } from 'preact'
export { useContext, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'

/** SVG attributes with React names, which Preact does not convert. */
const svgAttribute = /^(stroke|fill)[A-Z]/

const { vnode: previousHook } = options
options.vnode = (vnode) => {
  const { type, props } = vnode as VNode<Record<string, unknown>>
  if (typeof type === 'string') {
    for (const name in props) {
      // In React, `onChange` of an input fires on every input event.
      if (name === 'onChange' && type === 'input') rename(props, name, 'onInput')
      else if (svgAttribute.test(name)) rename(props, name, name.replace(/[A-Z]/, '-$&').toLowerCase())
    }
  }
  previousHook?.(vnode)
}

// React wraps native events; the widgets read `nativeEvent`.
options.event = (event) => Object.assign(event, { nativeEvent: event })

function rename(props: Record<string, unknown>, from: string, to: string): void {
  props[to] = props[from]
  delete props[from]
}

interface Seen<Value> {
  value: Value
  read: () => Value
}

/** Also detects changes between rendering and subscribing. */
export function useSyncExternalStore<Value>(subscribe: (check: () => void) => () => void, read: () => Value): Value {
  const value = read()
  const [{ seen }, rerender] = useState<{ seen: Seen<Value> }>({ seen: { value, read } })
  useLayoutEffect(() => {
    seen.value = value
    seen.read = read
    if (isStale(seen)) rerender({ seen })
  }, [seen, value, read])
  useEffect(() => {
    const check = (): void => {
      if (isStale(seen)) rerender({ seen })
    }
    check()
    return subscribe(check)
  }, [seen, subscribe])
  return value
}

function isStale<Value>({ value, read }: Seen<Value>): boolean {
  return !Object.is(value, read())
}
