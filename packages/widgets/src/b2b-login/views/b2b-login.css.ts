/** The screens of the login widget of business projects. */
export const b2bLoginCss: string = `
.latchkey-b2b-badge{display:flex;flex:none;align-items:center;justify-content:center;width:36px;height:36px;overflow:hidden;border:1px solid color-mix(in srgb,var(--_s) 18%,var(--_b));border-radius:10px;background:color-mix(in srgb,var(--_p) 8%,var(--_b));color:var(--_p);font-size:16px;line-height:36px;font-weight:var(--_w)}
.latchkey-b2b-badge-image{width:100%;height:100%;object-fit:contain}
.latchkey-b2b-loading{display:grid;min-height:calc(var(--_h) + var(--_i) + var(--latchkey-controls-error-space,20px) + 152px)}
.latchkey-b2b-head{display:flex;justify-content:var(--_j);margin-bottom:16px}
.latchkey-b2b-list{margin-top:24px;border:1px solid color-mix(in srgb,var(--_s) 30%,var(--_b));border-radius:calc(var(--_r) + 4px);overflow:hidden}
.latchkey-b2b-item+.latchkey-b2b-item{border-top:1px solid color-mix(in srgb,var(--_s) 18%,var(--_b))}
.latchkey-b2b-entry{position:relative;display:flex;align-items:center;gap:12px;width:100%;min-height:60px;padding:10px 14px;color:var(--_p);text-align:start;cursor:pointer;transition:background-color .12s,opacity .12s}
.latchkey-b2b-entry:hover{background:var(--_t)}
.latchkey-b2b-entry:focus-visible{outline:2px solid var(--_k);outline-offset:-2px;border-radius:calc(var(--_r) + 4px)}
.latchkey-b2b-entry[aria-disabled=true]{cursor:default}
.latchkey-b2b-entry[aria-disabled=true]:not([aria-busy=true]){opacity:.55}
.latchkey-b2b-entry>.latchkey-spinner{position:static;flex:none;width:20px;height:20px}
.latchkey-b2b-words{flex:1;min-width:0}
.latchkey-b2b-name{font-weight:var(--_w);line-height:20px;overflow-wrap:anywhere}
.latchkey-b2b-note{color:var(--_s);font-size:var(--_z);line-height:20px;overflow-wrap:anywhere}
.latchkey-b2b-tag{flex:none;padding:0 10px;border-radius:12px;background:color-mix(in srgb,var(--_p) 8%,var(--_b));font-size:12px;line-height:24px;font-weight:var(--_w)}
.latchkey-b2b-arrow{flex:none;width:20px;height:20px;fill:none;stroke:var(--_s);stroke-width:1.75;stroke-linecap:round;stroke-linejoin:round}
.latchkey-b2b-arrow:dir(rtl){transform:scaleX(-1)}
.latchkey-b2b-actions{display:flex;flex-direction:column;gap:var(--latchkey-controls-gap,12px);margin-top:24px}
.latchkey-b2b-links{display:flex;flex-direction:column;gap:4px;align-items:var(--_j);margin-top:16px;line-height:24px}
.latchkey-b2b-key-icon{fill:none;stroke:var(--_s);stroke-width:1.6;stroke-linecap:round;stroke-linejoin:round}
.latchkey-b2b-qr{display:block;width:200px;height:200px;margin:24px auto;padding:12px;border:1px solid color-mix(in srgb,var(--_s) 18%,var(--_b));border-radius:calc(var(--_r) + 4px);background:#fff;forced-color-adjust:none;image-rendering:pixelated}
.latchkey-b2b-key{margin:24px 0;padding:14px;border:1px solid color-mix(in srgb,var(--_s) 30%,var(--_b));border-radius:calc(var(--_r) + 2px);background:var(--_t);font-family:ui-monospace,SFMono-Regular,Menlo,monospace;font-size:16px;line-height:24px;letter-spacing:.06em;text-align:center;overflow-wrap:anywhere;direction:ltr;user-select:all}
.latchkey-b2b-codes{display:grid;grid-template-columns:repeat(auto-fill,minmax(128px,1fr));gap:4px 16px;margin-top:24px;padding:14px;border:1px solid color-mix(in srgb,var(--_s) 30%,var(--_b));border-radius:calc(var(--_r) + 2px);background:var(--_t);direction:ltr}
.latchkey-b2b-code{font-family:ui-monospace,SFMono-Regular,Menlo,monospace;font-size:14px;line-height:24px;text-align:center;overflow-wrap:anywhere}
.latchkey-b2b-keep{display:flex;flex-wrap:wrap;gap:var(--latchkey-controls-gap,12px);margin-top:12px}
.latchkey-b2b-keep>.latchkey-button{flex:1 1 120px;width:auto}
.latchkey-b2b-hint{min-height:20px;margin-top:16px;color:var(--_s);font-size:var(--_z);line-height:20px;text-align:center}
.latchkey-b2b-hint+.latchkey-button{margin-top:8px}
`
