import { type KeyboardEvent, type ReactElement, type ReactNode, useId, useRef, useState } from 'react'

export interface Tab {
  readonly name: string
  readonly label: string
  readonly count?: number
  readonly content: ReactNode
}

export interface TabsProps {
  readonly label: string
  readonly tabs: readonly Tab[]
  /** Inside of a panel of other tabs. */
  readonly isNested?: boolean
}

/** Tabs with the keys of the ARIA pattern: arrows move and select, Home and End jump. */
export function Tabs({ label, tabs, isNested = false }: TabsProps): ReactElement {
  const [selected, setSelected] = useState(0)
  const buttons = useRef<(HTMLButtonElement | null)[]>([])
  const id = useId()

  function onKeyDown(event: KeyboardEvent): void {
    const target = targetOf(event.key, selected, tabs.length)
    if (target === undefined) return
    event.preventDefault()
    setSelected(target)
    buttons.current[target]?.focus()
  }

  return (
    <>
      <div className={isNested ? 'tabs tabs-nested' : 'tabs'} role="tablist" aria-label={label}>
        {tabs.map((tab, index) => (
          <button
            key={tab.name}
            ref={(button) => {
              buttons.current[index] = button
            }}
            type="button"
            role="tab"
            id={`${id}-${tab.name}`}
            aria-controls={`${id}-${tab.name}-panel`}
            aria-selected={index === selected}
            tabIndex={index === selected ? 0 : -1}
            onClick={() => setSelected(index)}
            onKeyDown={onKeyDown}
          >
            {tab.label}
            {tab.count ? <span className="count">{tab.count}</span> : null}
          </button>
        ))}
      </div>
      {tabs.map((tab, index) => (
        <div
          key={tab.name}
          className={isNested ? 'tab-panel-nested' : 'tab-panel'}
          role="tabpanel"
          id={`${id}-${tab.name}-panel`}
          aria-labelledby={`${id}-${tab.name}`}
          hidden={index !== selected}
        >
          {tab.content}
        </div>
      ))}
    </>
  )
}

function targetOf(key: string, selected: number, count: number): number | undefined {
  switch (key) {
    case 'ArrowRight':
      return (selected + 1) % count
    case 'ArrowLeft':
      return (selected - 1 + count) % count
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return undefined
  }
}
