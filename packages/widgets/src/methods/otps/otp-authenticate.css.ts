import { verifyingProgressMs } from '@latchkey/contract'

export const otpAuthenticateCss: string = `
.latchkey-otp>.latchkey-passcode{margin-top:24px}
.latchkey-otp-edit{margin-top:4px;text-align:var(--_j)}
.latchkey-otp-progress{height:3px;margin-top:8px;border-radius:2px;overflow:hidden}
.latchkey-otp-bar{height:100%;border-radius:2px;background:var(--_p);transform-origin:left;animation:latchkey-progress ${verifyingProgressMs}ms cubic-bezier(.1,.7,.3,1) forwards}
.latchkey-otp-bar:dir(rtl){transform-origin:right}
.latchkey-otp>.latchkey-button{margin-bottom:16px}
.latchkey-otp>.latchkey-error{text-align:var(--_j)}
.latchkey-otp-footer{display:flex;flex-wrap:wrap;justify-content:space-between;gap:4px 16px}
.latchkey-otp-footer>*{max-width:100%}
.latchkey-otp-countdown{color:var(--_s);font-size:var(--_z);line-height:24px;font-variant-numeric:tabular-nums}
.latchkey-otp-countdown::after{content:attr(data-texts);display:block;height:0;overflow:hidden;visibility:hidden;white-space:pre}
.latchkey-otp-resend{margin-inline-start:auto;line-height:24px;text-align:end}
@keyframes latchkey-progress{from{transform:scaleX(0)}}
@media(forced-colors:active){.latchkey-otp-bar{background:Highlight}}
`
