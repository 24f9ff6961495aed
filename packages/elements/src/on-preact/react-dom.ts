export { createPortal } from 'preact'
