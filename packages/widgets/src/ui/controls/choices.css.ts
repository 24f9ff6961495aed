/** The group of buttons on Main. */
export const choicesCss: string = `
.latchkey-choices{display:flex;flex-direction:column;gap:var(--latchkey-controls-gap,10px);margin-top:24px}
.latchkey-choice-place{height:var(--_h)}
.latchkey-or{display:flex;align-items:center;gap:12px;margin-top:24px;color:var(--_s);font-size:var(--_z);line-height:20px}
.latchkey-or::before,.latchkey-or::after{content:"";flex:1;height:1px;background:color-mix(in srgb,var(--_s) 22%,var(--_b))}
`
