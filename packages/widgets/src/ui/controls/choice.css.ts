/** The buttons of sign-in methods on Main. */
export const choiceCss: string = `
.latchkey-choices>.latchkey-error{margin:-2px 0 0}
.latchkey-choices>.latchkey-error:empty{display:none}
.latchkey-choice{position:relative;display:flex;align-items:center;width:100%;min-height:var(--_h);padding:6px 12px;gap:10px;font-size:var(--_y);background:var(--latchkey-buttons-secondary-background-color,var(--_b));border:1px solid var(--latchkey-buttons-secondary-border-color,color-mix(in srgb,var(--_s) 45%,var(--_b)));border-radius:var(--latchkey-buttons-secondary-border-radius,var(--_r));color:var(--latchkey-buttons-secondary-text-color,var(--_p));font-weight:var(--_c);cursor:pointer;box-shadow:0 1px 2px rgb(16 32 41/.06);transition:background-color .12s,opacity .12s}
.latchkey-choice:hover{background:var(--latchkey-buttons-secondary-background-color,var(--_t))}
.latchkey-choice:focus-visible{outline:2px solid var(--_k);outline-offset:2px}
.latchkey-choice[aria-disabled=true]{cursor:default}
.latchkey-choice[aria-disabled=true]:not([aria-busy=true]){opacity:.55}
.latchkey-one-tap{min-height:var(--_i)}
.latchkey-choice-icon,.latchkey-method-icon{flex:none;width:20px;height:20px}
.latchkey-choice-icon>.latchkey-spinner{margin:1px}
.latchkey-choice::after{content:"";flex:0 9999 30px;margin-inline-start:-10px}
.latchkey-choice-label{flex:1 1 auto;min-width:0;text-align:center}
[data-icons=label] .latchkey-choice{justify-content:center}
[data-icons=label] .latchkey-choice::after{content:none}
[data-icons=label] .latchkey-choice-label{flex:0 1 auto}
`
