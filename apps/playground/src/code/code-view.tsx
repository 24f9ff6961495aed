import type { ReactElement } from 'react'
import { CopyButton } from '../ui/copy-button.tsx'
import { highlight } from './highlight.ts'

export function CodeView({ label, code }: { readonly label: string; readonly code: string }): ReactElement {
  return (
    <div className="code-view">
      <CopyButton text={code} label="Copy code" />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long line is scrolled to with the keyboard */}
      <section className="code-scroll" tabIndex={0} aria-label={label}>
        <pre>
          <code>
            {highlight(code).map(({ at, kind, text }) =>
              kind === 'plain' ? (
                text
              ) : (
                <span key={at} className={`code-${kind}`}>
                  {text}
                </span>
              ),
            )}
          </code>
        </pre>
      </section>
    </div>
  )
}
