export const settingsCss: string = `
.latchkey[data-screen=organization_settings]{--_j:start;width:100%;max-width:760px}
.latchkey-settings-domains{display:flex;flex-wrap:wrap;gap:8px;margin-top:8px}
.latchkey-settings-domain{display:flex;align-items:center;gap:4px;max-width:100%;padding-inline:12px 4px;border:1px solid color-mix(in srgb,var(--_s) 34%,var(--_b));border-radius:18px;font-size:14px;line-height:20px}
.latchkey-settings-domain-name{min-width:0;padding-block:6px;overflow-wrap:anywhere}
.latchkey-settings-remove{display:flex;flex:none;align-items:center;justify-content:center;width:max(var(--_m,0px),28px);height:max(var(--_m,0px),28px);border-radius:50%;color:var(--_s);cursor:pointer}
.latchkey-settings-remove:hover{background:color-mix(in srgb,var(--_s) 12%,var(--_b));color:var(--_p)}
.latchkey-settings-remove[aria-disabled=true]{opacity:.4;cursor:default}
.latchkey-settings-remove:focus-visible{outline:2px solid var(--_k);outline-offset:1px}
.latchkey-settings-remove>.latchkey-icon{width:16px;height:16px}
.latchkey-settings-add{display:flex;align-items:flex-start;gap:10px;max-width:440px;margin-top:16px}
.latchkey-settings-add-field{flex:1;min-width:0}
.latchkey-settings-add>.latchkey-button{margin-top:28px;min-height:var(--_i)}
.latchkey-settings-warning{margin-top:16px;padding:12px 14px;border:1px solid color-mix(in srgb,var(--_s) 34%,var(--_b));border-radius:calc(var(--_r) + 2px);background:color-mix(in srgb,var(--_s) 7%,var(--_b));font-size:14px;line-height:20px}
.latchkey-settings-conditions{margin-top:8px}
.latchkey-settings-condition{position:relative;padding-inline-start:16px;overflow-wrap:anywhere}
.latchkey-settings-condition+.latchkey-settings-condition{margin-top:4px}
.latchkey-settings-condition::before{content:"";position:absolute;top:8px;inset-inline-start:3px;width:5px;height:5px;border-radius:50%;background:currentColor;forced-color-adjust:none}
.latchkey-settings-value{font-size:15px;line-height:22px;overflow-wrap:anywhere}
.latchkey-settings-pair+.latchkey-settings-pair{margin-top:12px}
`
