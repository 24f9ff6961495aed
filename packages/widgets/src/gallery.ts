/**
 * Every screen of every widget in every state, rendered from literals, for playgrounds, screenshots and tests. Not for
 * production pages.
 *
 * @example
 * gallery.map(({ widget, screen, name, View }) => <View key={`${widget} ${screen} ${name}`} styles={styles} />)
 */
export type { GalleryItem, GalleryItemProps } from './gallery/gallery-item.ts'
export { gallery } from './gallery/gallery-items.ts'
