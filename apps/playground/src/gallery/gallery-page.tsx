import { type GalleryItem, gallery } from '@latchkey/widgets/gallery'
import { type CSSProperties, type ReactElement, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { localeNames, stringsOf } from '../settings/locales.ts'
import { stylesOf } from '../settings/login-props.ts'
import { presets } from '../settings/presets.ts'
import { defaultTheme, schemes, withScheme } from '../settings/theme.ts'
import { TopBar } from '../top-bar.tsx'
import { Choice } from '../ui/fields.tsx'
import { directions, doms, readWishes, themes, type Wishes, widths, writeWishes } from './wishes.ts'

/** Every screen of every widget in every state, as one wishes to see it. */
export function GalleryPage(): ReactElement {
  const [wishes, setWishes] = useState(() => readWishes(location.search))
  const title = useRef<HTMLHeadingElement>(null)
  const [isReady, setReady] = useState(false)
  // Fields with something wrong would take the focus: it is somewhere before they come.
  useLayoutEffect(() => {
    title.current?.focus({ preventScroll: true })
    setReady(true)
  }, [])
  const wanted = gallery.filter((exhibit) => isWanted(exhibit, wishes.only))
  const wish = (part: Partial<Wishes>): void => {
    const next = { ...wishes, ...part }
    setWishes(next)
    history.replaceState(null, '', `${location.pathname}${writeWishes(next)}`)
  }
  return (
    <>
      <TopBar title="Gallery" />
      <h1 className="gallery-title" ref={title} tabIndex={-1}>
        Gallery: {wanted.length} pictures
      </h1>
      <GalleryBar wishes={wishes} onWish={wish} />
      <main className="exhibits">
        {(isReady ? wanted : []).map((exhibit) => (
          <Figure key={idOf(exhibit)} exhibit={exhibit} wishes={wishes} />
        ))}
      </main>
    </>
  )
}

const rooms: Readonly<Record<string, string>> = {
  '': 'Everything',
  ...Object.fromEntries(gallery.map(({ widget }) => [widget, `${widget}: all`])),
  ...Object.fromEntries(gallery.map(({ widget, screen }) => [`${widget}/${screen}`, `${widget}: ${screen}`])),
}

function GalleryBar({
  wishes,
  onWish,
}: {
  readonly wishes: Wishes
  readonly onWish: (part: Partial<Wishes>) => void
}): ReactElement {
  return (
    <div className="gallery-bar" role="toolbar" aria-label="What is to be seen">
      <Choice label="Screen" value={wishes.only} options={rooms} onChange={(only) => onWish({ only })} />
      <Choice label="Theme" value={wishes.theme} options={themes} onChange={(theme) => onWish({ theme })} />
      <Choice label="Scheme" value={wishes.scheme} options={schemes} onChange={(scheme) => onWish({ scheme })} />
      <Choice label="Language" value={wishes.locale} options={localeNames} onChange={(locale) => onWish({ locale })} />
      <Choice
        label="Direction"
        value={wishes.direction}
        options={directions}
        onChange={(direction) => onWish({ direction })}
      />
      <Choice label="Width" value={wishes.width} options={widths} onChange={(width) => onWish({ width })} />
      <Choice label="Where" value={wishes.dom} options={doms} onChange={(dom) => onWish({ dom })} />
    </div>
  )
}

function Figure({ exhibit, wishes }: { readonly exhibit: GalleryItem; readonly wishes: Wishes }): ReactElement {
  const { theme: name, scheme, locale, direction, dom } = wishes
  const styles = useMemo(() => {
    const { theme } = presets.find((preset) => preset.name === name) ?? { theme: defaultTheme }
    // `Modern` and `Default` have both schemes. The other presets have one.
    return stylesOf(theme.scheme === 'auto' ? withScheme(theme, scheme) : theme)
  }, [name, scheme])
  const strings = useMemo(() => {
    const own = stringsOf(locale, {})
    return direction === 'auto' ? own : { ...own, 'locale.direction': direction }
  }, [locale, direction])
  const id = idOf(exhibit)
  return (
    <figure className="exhibit" data-exhibit={id} style={{ '--exhibit-width': `${wishes.width}px` } as CSSProperties}>
      <figcaption>{id}</figcaption>
      <div className="exhibit-frame">
        <exhibit.View styles={styles} strings={strings} enableShadowDOM={dom === 'shadow'} />
      </div>
    </figure>
  )
}

function idOf({ widget, screen, name }: GalleryItem): string {
  return `${widget}/${screen}/${name}`
}

function isWanted(exhibit: GalleryItem, only: string): boolean {
  return only === '' || `${idOf(exhibit)}/`.startsWith(`${only}/`)
}
