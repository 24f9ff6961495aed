/** Hides the show button of the browser, if it has one. */
export const passwordFieldCss: string = `
.latchkey-password{position:relative}
.latchkey-password-input{padding-inline-end:47px}
.latchkey-password-input::-ms-reveal{display:none}
.latchkey-reveal{position:absolute;inset:4px 4px 4px auto;display:flex;align-items:center;justify-content:center;width:39px;border-radius:calc(var(--_r) - 1px);color:var(--_s);cursor:pointer;transition:background-color .12s,color .12s}
.latchkey-reveal:dir(rtl){inset:4px auto 4px 4px}
.latchkey-reveal:hover{background:var(--_t);color:var(--_p)}
.latchkey-reveal:focus-visible{outline:2px solid var(--_k);outline-offset:0}
.latchkey-reveal>.latchkey-icon{width:20px;height:20px;fill:none;stroke:currentColor;stroke-width:1.6;stroke-linecap:round;stroke-linejoin:round}
`
