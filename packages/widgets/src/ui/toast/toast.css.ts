import { toastWidthPx } from '@latchkey/contract'

export const toastCss: string = `
.latchkey-toaster{position:fixed;inset:auto 0 24px;z-index:2147483000;display:flex;flex-direction:column;align-items:center;pointer-events:none}
.latchkey-toasts{display:flex;flex-direction:column;align-items:center}
.latchkey-toast{margin-top:8px;max-width:min(${toastWidthPx}px,calc(100vw - 32px));display:flex;gap:10px;padding:12px 16px;background:var(--_b);border:1px solid color-mix(in srgb,var(--_s) 35%,var(--_b));border-radius:calc(var(--_r) + 4px);box-shadow:0 8px 24px -6px #10202940;color:var(--_p);font-size:var(--_z);line-height:20px;overflow-wrap:anywhere;pointer-events:auto;animation:latchkey-enter .2s cubic-bezier(.2,.8,.2,1)}
.latchkey-toast::before{content:"";flex:none;width:8px;height:8px;margin-top:6px;border-radius:50%;background:var(--_s);forced-color-adjust:none}
.latchkey-toast[data-type=error]::before{background:var(--_e)}
.latchkey-toast[data-type=success]::before{background:var(--_o)}
`
