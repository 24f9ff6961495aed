import { type ReactElement, useMemo } from 'react'
import type { ProviderConnection } from '../playground-client.ts'
import type { Settings } from '../settings/settings.ts'
import { Tabs } from '../ui/tabs.tsx'
import { CodeView } from './code-view.tsx'
import { type Snippet, snippetsOf } from './snippets.ts'

export interface CodePanelProps {
  readonly settings: Settings
  readonly connection: ProviderConnection
}

/** The current configuration as code, with a tab per kind of application. */
export function CodePanel({ settings, connection }: CodePanelProps): ReactElement {
  const snippets = useMemo(() => snippetsOf(settings, connection), [settings, connection])
  return (
    <Tabs
      label="Code"
      isNested
      tabs={snippets.map((snippet) => ({
        name: snippet.name,
        label: snippet.label,
        content: <SnippetView snippet={snippet} />,
      }))}
    />
  )
}

function SnippetView({ snippet }: { readonly snippet: Snippet }): ReactElement {
  const { label, files, packages, docs } = snippet
  return (
    <>
      <p className="snippet-note">
        {packages.length > 0 ? (
          <code>npm install {packages.join(' ')}</code>
        ) : (
          'Works in a file on any port of localhost.'
        )}
        <a href={`/docs/${docs}`}>Docs</a>
      </p>
      {files.map(({ name, code }) => (
        <CodeView key={name} label={files.length > 1 ? name : `${label} code`} file={name} code={code} />
      ))}
    </>
  )
}
