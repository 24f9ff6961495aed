/** What every screen but Main needs. */
export const subScreenCss: string = `
.latchkey-screen{animation:latchkey-enter .2s cubic-bezier(.2,.8,.2,1)}
.latchkey-back{display:flex;align-items:center;justify-content:center;width:32px;height:32px;margin-block:-8px 12px;margin-inline-start:-8px;border-radius:6px;color:var(--_s);cursor:pointer;transition:background-color .12s,color .12s}
[data-icons=label] .latchkey-screen{position:relative}
[data-icons=label] .latchkey-back{position:absolute;margin-block:-2px}
[data-icons=label] .latchkey-back~* .latchkey-header,[data-icons=label] .latchkey-back~.latchkey-header{padding-inline:28px}
.latchkey-back:hover{background:var(--_t);color:var(--_p)}
.latchkey-back:dir(rtl){transform:scaleX(-1)}
.latchkey-icon{width:20px;height:20px;fill:none;stroke:currentColor;stroke-width:1.75;stroke-linecap:round;stroke-linejoin:round}
.latchkey-whole{display:inline-block;max-width:100%;overflow-wrap:anywhere;vertical-align:bottom}
.latchkey-strong{display:inline;unicode-bidi:isolate;color:var(--_p);font-weight:var(--_w)}
.latchkey-button[data-kind=secondary]{background:var(--latchkey-buttons-secondary-background-color,var(--_b));border-color:var(--latchkey-buttons-secondary-border-color,var(--_l));border-radius:var(--latchkey-buttons-secondary-border-radius,var(--_r));color:var(--latchkey-buttons-secondary-text-color,var(--_p));box-shadow:0 1px 2px rgb(16 32 41/.06)}
.latchkey-button[data-kind=secondary]:hover{background:var(--latchkey-buttons-secondary-background-color,var(--_t));opacity:1}
.latchkey-link{display:inline;padding:2px 0;border-radius:2px;color:var(--_p);font-size:var(--_z);line-height:20px;font-weight:var(--_w);text-decoration:underline;text-decoration-color:color-mix(in srgb,var(--_p) 35%,transparent);text-underline-offset:3px;overflow-wrap:anywhere;cursor:pointer}
.latchkey-link:hover{text-decoration-color:currentColor}
.latchkey-link[aria-disabled=true]{color:var(--_s);text-decoration-line:none;cursor:default}
.latchkey-back:focus-visible,.latchkey-link:focus-visible{outline:2px solid var(--_k);outline-offset:2px}
.latchkey:lang(ja){word-break:auto-phrase}
@keyframes latchkey-enter{from{opacity:0;transform:translateY(6px)}}
`
