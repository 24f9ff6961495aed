/**
 * Every screen of every widget in every state, drawn from literals: for playgrounds, pictures and tests. No part of a
 * page that goes to people.
 *
 * @example
 * gallery.map(({ widget, screen, name, View }) => <View key={`${widget} ${screen} ${name}`} styles={styles} />)
 */
export type { Exhibit, ExhibitProps } from './gallery/exhibit.ts'
export { gallery } from './gallery/gallery.ts'
