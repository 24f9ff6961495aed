export const emailConfirmationCss: string = `
.latchkey-inboxes{margin-block:24px 16px;border:1px solid color-mix(in srgb,var(--_s) 30%,var(--_b));border-radius:calc(var(--_r) + 2px)}
.latchkey-inbox{display:flex;align-items:center;gap:12px;min-height:48px;padding:8px 14px;border-radius:var(--_r);color:var(--_p);cursor:pointer;transition:background-color .12s}
.latchkey-inbox+.latchkey-inbox{border-top:1px solid color-mix(in srgb,var(--_s) 18%,var(--_b));border-radius:0}
.latchkey-inbox:hover{background:var(--_t)}
.latchkey-inbox:focus-visible{outline:2px solid var(--_k);outline-offset:2px;border-radius:var(--_r)}
.latchkey-inbox-icon{flex:none;width:20px;height:20px;forced-color-adjust:none}
.latchkey-inbox-arrow{flex:none;width:16px;height:16px;margin-inline-start:auto;fill:none;stroke:var(--_s);stroke-width:1.5;stroke-linecap:round;stroke-linejoin:round}
.latchkey-inbox-arrow:dir(rtl){transform:scaleX(-1)}
`
