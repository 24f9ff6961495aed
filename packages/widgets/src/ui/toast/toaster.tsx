import type { ReactElement } from 'react'
import { useRef, useSyncExternalStore } from 'react'
import { useSheet } from '../../theme/sheets.ts'
import { lateCss } from '../late.css.ts'
import { useEasedHeight } from '../use-eased-height.ts'
import { toastCss } from './toast.css.ts'
import type { Toasts } from './toasts.ts'

/** Live regions must exist before their text changes, or it is not announced. */
export function Toaster({ toasts }: { readonly toasts: Toasts }): ReactElement {
  const all = useSyncExternalStore(toasts.subscribe, toasts.get, toasts.get)
  const root = useRef<HTMLDivElement>(null)
  useSheet(toastCss)
  // Every widget renders its toaster, and only after its first screen.
  useSheet(lateCss)
  useEasedHeight(root)
  return (
    <div ref={root} className="latchkey-toaster">
      {(['status', 'alert'] as const).map((role) => (
        <div key={role} role={role} className="latchkey-toasts">
          {all
            .filter(({ type }) => (type === 'error') === (role === 'alert'))
            .map(({ id, type, message }) => (
              <div key={id} className="latchkey-toast" part="toast" data-type={type}>
                {message}
              </div>
            ))}
        </div>
      ))}
    </div>
  )
}
