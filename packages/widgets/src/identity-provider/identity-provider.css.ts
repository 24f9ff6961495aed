export const identityProviderCss: string = `
.latchkey-idp{display:flex;flex-direction:column}
.latchkey-idp-client{display:flex;align-self:var(--_j);align-items:center;justify-content:center;width:56px;height:56px;margin-bottom:20px;overflow:hidden;border:1px solid color-mix(in srgb,var(--_s) 18%,var(--_b));border-radius:16px;background:color-mix(in srgb,var(--_p) 8%,var(--_b));color:var(--_p);font-size:24px;line-height:56px;font-weight:var(--_w);text-align:center}
.latchkey-idp-client-image{width:100%;height:100%;object-fit:contain}
.latchkey-idp-account,.latchkey-idp-switch{text-align:var(--_j)}
.latchkey-idp-account{margin-top:8px;color:var(--_s);font-size:var(--_z);line-height:20px;overflow-wrap:anywhere}
.latchkey-idp-changed{margin-top:16px;padding:10px 14px;border:1px solid color-mix(in srgb,var(--_o) 30%,var(--_b));border-radius:calc(var(--_r) + 2px);background:color-mix(in srgb,var(--_o) 6%,var(--_b));color:var(--_o);font-size:var(--_z);line-height:20px;overflow-wrap:anywhere}
.latchkey-idp-section{margin-top:20px}
.latchkey-idp-heading{font-size:var(--_z);line-height:20px;font-weight:var(--_w);overflow-wrap:anywhere}
.latchkey-idp-list{margin-top:8px;border:1px solid color-mix(in srgb,var(--_s) 30%,var(--_b));border-radius:calc(var(--_r) + 4px)}
.latchkey-idp-item{display:flex;gap:10px;padding:12px 14px}
.latchkey-idp-item+.latchkey-idp-item{border-top:1px solid color-mix(in srgb,var(--_s) 18%,var(--_b))}
.latchkey-idp-icon{flex:none;width:20px;height:20px;fill:none;stroke:var(--_o);stroke-width:2;stroke-linecap:round;stroke-linejoin:round}
.latchkey-idp-words{flex:1;min-width:0;font-size:var(--_z);line-height:20px;overflow-wrap:anywhere}
.latchkey-idp-foreign{display:inline}
.latchkey-idp-new{flex:none;align-self:start;padding:0 8px;border-radius:10px;background:var(--_o);color:var(--_b);font-size:12px;line-height:20px;font-weight:var(--_w)}
.latchkey-idp-summary{display:flex;align-items:center;gap:4px;border-radius:4px;cursor:pointer;font-size:var(--_z);line-height:20px}
.latchkey-idp-summary:focus-visible{outline:2px solid var(--_k);outline-offset:2px}
.latchkey-idp-summary-words{min-width:0;overflow-wrap:anywhere}
.latchkey-idp-chevron{flex:none;width:16px;height:16px;fill:none;stroke:currentColor;stroke-width:2;stroke-linecap:round;stroke-linejoin:round;transition:transform .12s}
[open]>.latchkey-idp-summary>.latchkey-idp-chevron{transform:rotate(180deg)}
.latchkey-idp-more{margin-top:4px;color:var(--_s)}
.latchkey-idp-details{margin-top:4px}
.latchkey-idp-detail{position:relative;padding-inline-start:14px;font-size:var(--_z);line-height:20px;overflow-wrap:anywhere}
.latchkey-idp-detail::before{content:"";position:absolute;top:8px;inset-inline-start:2px;width:4px;height:4px;border-radius:50%;background:currentColor;forced-color-adjust:none}
.latchkey-idp-notice{margin-top:16px;padding:12px 14px;border:1px solid color-mix(in srgb,var(--_s) 30%,var(--_b));border-radius:calc(var(--_r) + 2px);background:var(--_t);color:var(--_s)}
.latchkey-idp-notice-text{margin-top:10px;font-size:var(--_z);line-height:20px;overflow-wrap:anywhere}
.latchkey-idp-actions{display:flex;flex-wrap:wrap;gap:var(--latchkey-controls-gap,12px);margin-top:24px}
.latchkey-idp-actions>.latchkey-button{flex:1 1 120px;width:auto}
.latchkey-idp-options{display:flex;flex-direction:column;gap:var(--latchkey-controls-gap,12px);margin-top:24px}
.latchkey-idp-options:empty{margin-top:0}
.latchkey-button+.latchkey-idp-options{margin-top:var(--latchkey-controls-gap,12px)}
.latchkey-idp-switch{margin-top:4px;font-size:var(--_z);line-height:20px}
.latchkey-idp-destination{margin-top:12px;color:var(--_s);font-size:var(--_z);line-height:20px;text-align:center;overflow-wrap:anywhere}
.latchkey-idp-late:not(:empty){margin:16px 0 12px;text-align:center}
@media(forced-colors:active){.latchkey-idp-new{border:1px solid}}
`
