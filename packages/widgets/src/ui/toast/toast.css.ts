import { toastWidthPx } from '@latchkey/contract'

export const toastCss: string = `
.latchkey-toaster{position:fixed;inset:auto 0 24px;z-index:2147483000;display:flex;flex-direction:column;align-items:center;pointer-events:none}
.latchkey-toasts{display:flex;flex-direction:column;align-items:center}
.latchkey-toast{margin-top:8px;max-width:min(${toastWidthPx}px,calc(100vw - 32px));padding:12px 16px;background:var(--_p);border:1px solid transparent;border-radius:8px;box-shadow:0 8px 24px -6px rgb(16 32 41/.35);color:var(--_b);font-size:var(--_z);line-height:20px;overflow-wrap:anywhere;pointer-events:auto;animation:latchkey-enter .2s cubic-bezier(.2,.8,.2,1)}
.latchkey-toast[data-type=error]{background:var(--_e)}
.latchkey-toast[data-type=success]{background:var(--_o)}
`
