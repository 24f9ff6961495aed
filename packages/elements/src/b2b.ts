export { LatchkeyB2bLogin } from './b2b-login-element.tsx'
export type { MountB2bLoginOptions } from './b2b-mount.tsx'
export { mountB2bLogin } from './b2b-mount.tsx'
export type { MountTarget } from './mount-widget.tsx'
