import type { ReactElement, ReactNode } from 'react'
import { Icon } from './icon.tsx'
import { type CopyState, useCopy } from './use-copy.ts'

const labels: Readonly<Record<CopyState, string>> = { ready: 'Copy', copied: 'Copied', denied: 'Not allowed' }

export interface CopyButtonProps {
  readonly text: string
  /** The label before copying. @default 'Copy' */
  readonly label?: string
  readonly className?: string
  /** Shown before the label. */
  readonly children?: ReactNode
}

export function CopyButton({
  text,
  label = labels.ready,
  className = 'chip-button',
  children,
}: CopyButtonProps): ReactElement {
  const { state, copy } = useCopy(text)
  return (
    <>
      <button type="button" className={className} data-state={state} onClick={copy}>
        {children}
        <span className="copy-hint">
          <Icon name={state === 'copied' ? 'done' : 'copy'} />
          {state === 'ready' ? label : labels[state]}
        </span>
      </button>
      {/* Outside the button: screen readers read the content of a button as its name only. */}
      <span className="out-of-sight" role="status">
        {state === 'ready' ? '' : labels[state]}
      </span>
    </>
  )
}
