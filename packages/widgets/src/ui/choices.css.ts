/** Where what can be pressed will stand on Main. */
export const choicesCss: string = `
.latchkey-choices{display:flex;flex-direction:column;gap:10px;margin-top:24px}
.latchkey-choice-place{height:45px}
.latchkey-or{display:flex;align-items:center;gap:12px;margin-top:24px;color:var(--_s);font-size:14px;line-height:20px}
.latchkey-or::before,.latchkey-or::after{content:"";flex:1;height:1px;background:color-mix(in srgb,var(--_s) 30%,var(--_b))}
@media(forced-colors:active){.latchkey-or::before,.latchkey-or::after{background:CanvasText}}
`
