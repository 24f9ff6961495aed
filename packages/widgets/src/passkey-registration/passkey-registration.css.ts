export const passkeyRegistrationCss: string = `
.latchkey-passkey-start{display:flex;flex-direction:column}
.latchkey-passkey-badge{display:flex;align-self:var(--_j);align-items:center;justify-content:center;width:56px;height:56px;margin-bottom:20px;border-radius:16px;background:color-mix(in srgb,var(--_p) 8%,var(--_b));color:var(--_p)}
.latchkey-passkey-badge[data-kind=success]{border-radius:50%;background:color-mix(in srgb,var(--_o) 12%,var(--_b));color:var(--_o)}
.latchkey-passkey-badge-icon{width:30px;height:30px;fill:none;stroke:currentColor;stroke-width:1.75;stroke-linecap:round;stroke-linejoin:round}
.latchkey-passkey-actions{display:flex;flex-direction:column;gap:var(--latchkey-controls-gap,12px);margin-top:24px}
.latchkey-passkey-heading{margin-top:24px;color:var(--_s);font-size:var(--_z);line-height:20px;font-weight:var(--_w)}
.latchkey-passkeys{margin-top:8px;border:1px solid color-mix(in srgb,var(--_s) 30%,var(--_b));border-radius:calc(var(--_r) + 4px)}
.latchkey-passkey{padding-block:10px;padding-inline:14px 8px;min-height:60px}
.latchkey-passkey+.latchkey-passkey{border-top:1px solid color-mix(in srgb,var(--_s) 18%,var(--_b))}
.latchkey-passkey[data-state=listing]{display:flex;align-items:center;gap:12px}
.latchkey-passkey[data-state=renaming],.latchkey-passkey[data-state=asking]{padding-inline:14px}
.latchkey-passkey-icon{flex:none;width:36px;height:36px;border-radius:10px;background:color-mix(in srgb,var(--_s) 12%,var(--_b));color:var(--_s)}
.latchkey-passkey-drawing{width:36px;height:36px;fill:none;stroke:currentColor;stroke-width:2;stroke-linecap:round;stroke-linejoin:round}
.latchkey-passkey-words{flex:1;min-width:0}
.latchkey-passkey-name{font-weight:var(--_w);line-height:20px;overflow-wrap:anywhere}
.latchkey-passkey-foreign{display:inline}
.latchkey-passkey-name:dir(rtl){text-align:right}
.latchkey-passkey-maker{color:var(--_s);font-size:var(--_z);line-height:20px;overflow-wrap:anywhere}
.latchkey-passkey-question{font-size:var(--_z);line-height:20px;overflow-wrap:anywhere}
.latchkey-passkey-choice{display:flex;flex-wrap:wrap;gap:8px;margin-top:10px}
.latchkey-passkey-choice>.latchkey-button{flex:1 1 96px;width:auto;min-height:min(var(--_h),40px);font-size:var(--_z)}
.latchkey-button[data-kind=danger]{background:color-mix(in srgb,var(--_e) 8%,var(--_b));border-color:color-mix(in srgb,var(--_e) 45%,var(--_b));color:var(--_e);box-shadow:none}
.latchkey-icon-button{display:flex;flex:none;align-items:center;justify-content:center;width:36px;height:36px;border-radius:8px;color:var(--_s);cursor:pointer;transition:background-color .12s,color .12s}
.latchkey-icon-button+.latchkey-icon-button{margin-inline-start:-8px}
.latchkey-icon-button:hover{background:var(--_t);color:var(--_p)}
.latchkey-icon-button[data-kind=danger]:hover{background:color-mix(in srgb,var(--_e) 8%,var(--_b));color:var(--_e)}
.latchkey-icon-button[aria-disabled=true]{opacity:.5;cursor:default}
.latchkey-icon-button:focus-visible{outline:2px solid var(--_k);outline-offset:-2px}
`
