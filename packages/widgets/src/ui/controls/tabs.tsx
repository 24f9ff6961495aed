import type { KeyboardEvent, ReactElement, ReactNode } from 'react'
import { useUniqueId } from '../../a11y/use-unique-id.ts'

export interface TabsProps<Name extends string> {
  readonly label: string
  readonly tabs: readonly { readonly name: Name; readonly label: string; readonly badge?: ReactNode }[]
  readonly selected: Name
  readonly onSelect: (name: Name) => void
  readonly children: ReactNode
}

/** A tab list with one panel. Arrow keys, Home and End select; the tab key goes past it to the panel. */
export function Tabs<Name extends string>({
  label,
  tabs,
  selected,
  onSelect,
  children,
}: TabsProps<Name>): ReactElement {
  const id = useUniqueId()
  const panel = `${id}-panel`

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    const list = event.currentTarget
    const next = keyTarget(
      event.key,
      tabs.findIndex(({ name }) => name === selected),
      tabs.length,
      getComputedStyle(list).direction === 'rtl',
    )
    const tab = next === undefined ? undefined : tabs[next]
    if (!tab) return
    event.preventDefault()
    onSelect(tab.name)
    list.querySelectorAll<HTMLElement>('[role=tab]')[next ?? 0]?.focus()
  }

  return (
    <>
      <div className="latchkey-tabs" part="tabs" role="tablist" aria-label={label} onKeyDown={onKeyDown}>
        {tabs.map((tab) => {
          const isSelected = tab.name === selected
          return (
            <button
              key={tab.name}
              id={`${id}-${tab.name}`}
              type="button"
              role="tab"
              className="latchkey-tab"
              part="tab"
              aria-selected={isSelected}
              aria-controls={isSelected ? panel : undefined}
              tabIndex={isSelected ? 0 : -1}
              onClick={() => onSelect(tab.name)}
            >
              {tab.label}
              {tab.badge}
            </button>
          )
        })}
      </div>
      <div id={panel} className="latchkey-panel" role="tabpanel" aria-labelledby={`${id}-${selected}`}>
        {children}
      </div>
    </>
  )
}

/** The tab that a key selects. Wraps around at both ends. */
export function keyTarget(key: string, current: number, count: number, isRightToLeft: boolean): number | undefined {
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  const isRight = key === 'ArrowRight'
  if (!isRight && key !== 'ArrowLeft') return undefined
  return (current + (isRight === isRightToLeft ? count - 1 : 1)) % count
}
