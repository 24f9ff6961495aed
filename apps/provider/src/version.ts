/** The provider's own version; the bundler puts the manifest's here. */
declare const __LATCHKEY_VERSION__: string | undefined

export const version: string = typeof __LATCHKEY_VERSION__ === 'string' ? __LATCHKEY_VERSION__ : 'development'
