export const cryptoCss: string = `
.latchkey-wallet-icon{flex:none;width:24px;height:24px;border-radius:5px;object-fit:contain}
.latchkey-wallet-icon[data-drawn=true]{fill:none;stroke:currentColor;stroke-width:1.6;stroke-linecap:round;stroke-linejoin:round}
.latchkey-choice-icon>.latchkey-wallet-icon{width:20px;height:20px}
.latchkey-wallet-list{display:flex;flex-direction:column;gap:8px;margin-top:24px}
.latchkey-wallet-more{margin-top:16px;text-align:center}
.latchkey-wallet-download{display:flex;align-items:center;gap:12px;min-height:48px;padding:8px 13px;border:1px solid color-mix(in srgb,var(--_s) 30%,var(--_b));border-radius:var(--_r);color:var(--_p);font-weight:var(--_w);cursor:pointer;transition:background-color .12s}
.latchkey-wallet-download:hover{background:var(--_t)}
.latchkey-wallet-download:focus-visible{outline:2px solid var(--_k);outline-offset:2px}
.latchkey-wallet-arrow{flex:none;width:16px;height:16px;margin-inline-start:auto;fill:none;stroke:var(--_s);stroke-width:1.5;stroke-linecap:round;stroke-linejoin:round}
.latchkey-wallet-arrow:dir(rtl){transform:scaleX(-1)}
.latchkey-wallet-wait{display:flex;flex-direction:column;align-items:center;padding:8px 0 16px;text-align:center}
.latchkey-wallet-ring{position:relative;display:flex;align-items:center;justify-content:center;width:72px;height:72px;margin-bottom:20px}
.latchkey-wallet-ring>.latchkey-wallet-icon{width:40px;height:40px;border-radius:9px}
.latchkey-wallet-turn{position:absolute;inset:0;border:3px solid color-mix(in srgb,var(--_p) 16%,var(--_b));border-block-start-color:var(--_p);border-radius:50%;animation:latchkey-spin 1s linear infinite}
.latchkey-wallet-wrong{display:flex;align-items:center;justify-content:center;width:56px;height:56px;margin-bottom:16px;border-radius:50%;background:color-mix(in srgb,var(--_e) 10%,var(--_b));color:var(--_e)}
.latchkey-wallet-sign{width:28px;height:28px;fill:none;stroke:currentColor;stroke-width:2.25;stroke-linecap:round}
.latchkey-wallet-reason{margin-top:8px;color:var(--_e);overflow-wrap:anywhere}
.latchkey-wallet-wait>.latchkey-button{margin-top:24px}
@media(prefers-reduced-motion:reduce){.latchkey .latchkey-wallet-turn{animation:latchkey-pulse 1.6s infinite}}
@media(forced-colors:active){.latchkey-wallet-turn{forced-color-adjust:none;border-color:GrayText;border-block-start-color:Highlight}.latchkey-wallet-icon{forced-color-adjust:none;color:CanvasText}}
`
