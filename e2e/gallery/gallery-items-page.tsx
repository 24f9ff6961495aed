// Every screen of the gallery on one page, without the playground around it: the same source on React and on Preact.
import { type GalleryItem, gallery } from '@latchkey/widgets/gallery'
import { type ReactElement, useLayoutEffect, useRef, useState } from 'react'
import { createRoot } from 'react-dom/client'

function GalleryItems(): ReactElement {
  const title = useRef<HTMLHeadingElement>(null)
  const [isReady, setReady] = useState(false)
  // Fields with an error take the focus of a page that has none.
  useLayoutEffect(() => {
    title.current?.focus({ preventScroll: true })
    setReady(true)
  }, [])
  return (
    <main>
      <h1 ref={title} tabIndex={-1}>
        {gallery.length} screens
      </h1>
      {isReady && gallery.map((item) => <Framed key={nameOf(item)} item={item} />)}
    </main>
  )
}

function Framed({ item }: { readonly item: GalleryItem }): ReactElement {
  return (
    <div className="gallery-item" data-gallery-item={nameOf(item)}>
      <item.View />
    </div>
  )
}

function nameOf({ widget, screen, name }: GalleryItem): string {
  return `${widget}/${screen}/${name}`
}

const root = document.querySelector('#root')
if (!root) throw new Error('The page has no #root.')
createRoot(root).render(<GalleryItems />)
