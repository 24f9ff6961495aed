export { LatchkeyLogin } from './login-element.tsx'
export type { MountLoginOptions, MountTarget } from './mount.tsx'
export { mountLogin } from './mount.tsx'
