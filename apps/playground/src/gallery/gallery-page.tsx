import { type GalleryItem, gallery } from '@latchkey/widgets/gallery'
import { type CSSProperties, type ReactElement, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { localeNames, stringsOf } from '../settings/locales.ts'
import { stylesOf } from '../settings/login-props.ts'
import { presets } from '../settings/presets.ts'
import { defaultTheme, schemes, withScheme } from '../settings/theme.ts'
import { TopBar } from '../top-bar.tsx'
import { Choice } from '../ui/fields.tsx'
import {
  directions,
  doms,
  type GalleryParams,
  readGalleryParams,
  themes,
  widths,
  writeGalleryParams,
} from './gallery-params.ts'

/** All screens of all widgets in all states, with the chosen theme, language, direction and width. */
export function GalleryPage(): ReactElement {
  const [params, setParams] = useState(() => readGalleryParams(location.search))
  const title = useRef<HTMLHeadingElement>(null)
  const [isReady, setReady] = useState(false)
  // Invalid fields focus themselves unless another element has the focus.
  useLayoutEffect(() => {
    title.current?.focus({ preventScroll: true })
    setReady(true)
  }, [])
  const shown = gallery.filter((item) => isShown(item, params.only))
  const change = (part: Partial<GalleryParams>): void => {
    const next = { ...params, ...part }
    setParams(next)
    history.replaceState(null, '', `${location.pathname}${writeGalleryParams(next)}`)
  }
  return (
    <>
      <TopBar title="Gallery" />
      <h1 className="gallery-title" ref={title} tabIndex={-1}>
        Gallery: {shown.length} pictures
      </h1>
      <GalleryBar params={params} onChange={change} />
      <main className="gallery-items">
        {(isReady ? shown : []).map((item) => (
          <Figure key={idOf(item)} item={item} params={params} />
        ))}
      </main>
    </>
  )
}

const screenChoices: Readonly<Record<string, string>> = {
  '': 'Everything',
  ...Object.fromEntries(gallery.map(({ widget }) => [widget, `${widget}: all`])),
  ...Object.fromEntries(gallery.map(({ widget, screen }) => [`${widget}/${screen}`, `${widget}: ${screen}`])),
}

function GalleryBar({
  params,
  onChange,
}: {
  readonly params: GalleryParams
  readonly onChange: (part: Partial<GalleryParams>) => void
}): ReactElement {
  return (
    <div className="gallery-bar" role="toolbar" aria-label="Gallery options">
      <Choice label="Screen" value={params.only} options={screenChoices} onChange={(only) => onChange({ only })} />
      <Choice label="Theme" value={params.theme} options={themes} onChange={(theme) => onChange({ theme })} />
      <Choice label="Scheme" value={params.scheme} options={schemes} onChange={(scheme) => onChange({ scheme })} />
      <Choice
        label="Language"
        value={params.locale}
        options={localeNames}
        onChange={(locale) => onChange({ locale })}
      />
      <Choice
        label="Direction"
        value={params.direction}
        options={directions}
        onChange={(direction) => onChange({ direction })}
      />
      <Choice label="Width" value={params.width} options={widths} onChange={(width) => onChange({ width })} />
      <Choice label="Where" value={params.dom} options={doms} onChange={(dom) => onChange({ dom })} />
    </div>
  )
}

function Figure({ item, params }: { readonly item: GalleryItem; readonly params: GalleryParams }): ReactElement {
  const { theme: name, scheme, locale, direction, dom } = params
  const styles = useMemo(() => {
    const { theme } = presets.find((preset) => preset.name === name) ?? { theme: defaultTheme }
    // `Modern` and `Default` have both schemes. The other presets have one.
    return stylesOf(theme.scheme === 'auto' ? withScheme(theme, scheme) : theme)
  }, [name, scheme])
  const strings = useMemo(() => {
    const own = stringsOf(locale, {})
    return direction === 'auto' ? own : { ...own, 'locale.direction': direction }
  }, [locale, direction])
  const id = idOf(item)
  return (
    <figure
      className="gallery-item"
      data-gallery-item={id}
      style={{ '--gallery-item-width': `${params.width}px` } as CSSProperties}
    >
      <figcaption>{id}</figcaption>
      <div className="gallery-item-frame">
        <item.View styles={styles} strings={strings} enableShadowDOM={dom === 'shadow'} />
      </div>
    </figure>
  )
}

function idOf({ widget, screen, name }: GalleryItem): string {
  return `${widget}/${screen}/${name}`
}

function isShown(item: GalleryItem, only: string): boolean {
  return only === '' || `${idOf(item)}/`.startsWith(`${only}/`)
}
