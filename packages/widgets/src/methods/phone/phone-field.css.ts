/** Numbers are written from left to right in every language. Colors and borders of the select are those of an input. */
export const phoneFieldCss: string = `
.latchkey-line{display:flex;gap:8px;direction:ltr}
.latchkey-line>.latchkey-input{flex:1;min-width:0;padding:0 8px;text-align:left;font-variant-numeric:tabular-nums}
.latchkey-country{position:relative;flex:none;display:flex;align-items:center;gap:6px;min-width:88px;padding:0 8px}
.latchkey-country-select{position:absolute;inset:0;width:100%;height:100%;background:Canvas;color:CanvasText;opacity:0;cursor:pointer}
.latchkey-country-shown{flex:1;white-space:nowrap;font-variant-numeric:tabular-nums}
.latchkey-country-icon{flex:none;width:12px;height:12px;fill:none;stroke:var(--_s);stroke-width:1.5;stroke-linecap:round;stroke-linejoin:round}
`
