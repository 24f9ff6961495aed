import type { ReactElement } from 'react'
import { CopyButton } from '../ui/copy-button.tsx'
import { highlight } from './highlight.ts'

export interface CodeViewProps {
  readonly label: string
  /** The name of the file that the code belongs in. */
  readonly file: string
  readonly code: string
}

export function CodeView({ label, file, code }: CodeViewProps): ReactElement {
  return (
    <div className="code-view">
      <p className="code-head">
        <span className="code-file">{file}</span>
        <CopyButton text={code} label="Copy code" />
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long line is scrolled to with the keyboard */}
      <section className="code-scroll" tabIndex={0} aria-label={label}>
        <pre>
          <code>
            {highlight(code, file).map(({ at, kind, text }) =>
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
