export const bannerCss: string = `
.latchkey-banner{margin-top:16px}
.latchkey-banner:first-child,.latchkey-container>.latchkey-silence:first-child+*{margin-top:0}
.latchkey-banner-text{display:flex;gap:10px;padding:12px 14px;border:1px solid color-mix(in srgb,var(--_e) 28%,var(--_b));border-radius:calc(var(--_r) + 2px);background:color-mix(in srgb,var(--_e) 6%,var(--_b));color:var(--_e);font-size:var(--_z);line-height:20px;overflow-wrap:anywhere}
.latchkey-banner-icon{flex:none;width:20px;height:20px;fill:none;stroke:currentColor;stroke-width:1.75;stroke-linecap:round;stroke-linejoin:round}
.latchkey-banner-words{flex:1;min-width:0}
@media(forced-colors:active){.latchkey-banner-text{border-color:CanvasText}}
`
