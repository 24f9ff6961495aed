import { passcodeLength } from '@latchkey/contract'

/** Tabular digits, spaced by the width of a box and its gap, so that each is centered in its box. */
export const passcodeInputCss: string = `
.latchkey-passcode{--_gap:8px;position:relative;display:flex;gap:var(--_gap);width:100%;height:calc(var(--latchkey-controls-height,48px) + 8px);overflow:clip;overflow-clip-margin:4px;container-type:inline-size;direction:ltr}
.latchkey-passcode-box{flex:1 1 0;height:100%;background:var(--latchkey-inputs-background-color,var(--_b));border:1px solid var(--latchkey-inputs-border-color,var(--_l));border-radius:var(--_r);transition:border-color .12s,box-shadow .12s,background-color .12s}
.latchkey-passcode-input{--_pitch:calc((100cqi + var(--_gap))/${passcodeLength});position:absolute;inset:0 auto 0 0;width:calc(100% + var(--_pitch));height:100%;padding-left:calc((var(--_pitch) - var(--_gap) - 1ch)/2);color:var(--latchkey-inputs-text-color,var(--_p));font-size:24px;line-height:32px;font-weight:var(--_w);font-variant-numeric:tabular-nums;letter-spacing:calc(var(--_pitch) - 1ch);text-align:left;white-space:nowrap;cursor:text;outline:0}
.latchkey-passcode:hover>.latchkey-passcode-box{border-color:var(--_s)}
.latchkey-passcode:focus-within>.latchkey-passcode-box[data-active=true]{border-color:var(--_k);box-shadow:var(--_f)}
.latchkey-passcode[data-invalid=true]>.latchkey-passcode-box{border-color:var(--_e)}
.latchkey-passcode[data-busy=true]>.latchkey-passcode-box{background:var(--_t)}
@media(forced-colors:active){.latchkey-passcode-input{forced-color-adjust:none;color:CanvasText}.latchkey-passcode:focus-within>.latchkey-passcode-box[data-active=true]{border:2px solid Highlight}}
`
