export const oneTapCss: string = `
.latchkey-one-tap{position:relative;overflow:hidden;transition:height .15s}
.latchkey-one-tap[data-embedded=false]{overflow:visible}
.latchkey-one-tap-place{position:absolute;inset:0;z-index:-1}
[data-embedded=true]>.latchkey-one-tap-place{position:static;z-index:auto}
.latchkey-one-tap-problem{margin-top:10px;padding:10px 12px;border:1px dashed color-mix(in srgb,var(--_e) 55%,var(--_b));border-radius:var(--_r);background:color-mix(in srgb,var(--_e) 5%,var(--_b));color:var(--_e);font-size:var(--_z);line-height:20px;overflow-wrap:anywhere}
@media(prefers-reduced-motion:reduce){.latchkey-one-tap{transition:none}}
`
