/** What the components of an organization share. */
export const organizationCss: string = `
.latchkey-org-small{width:auto;min-height:max(var(--_m,0px),36px);padding:2px 14px;font-size:max(var(--_m,0px)/2.75,14px)}
.latchkey-button[data-kind=danger]{background:var(--latchkey-buttons-secondary-background-color,var(--_b));border-color:color-mix(in srgb,var(--_e) 50%,var(--_b));color:var(--_e);box-shadow:0 1px 2px rgb(16 32 41/.06)}
.latchkey-button[data-kind=danger][aria-disabled=true][aria-busy=false]{border-color:var(--_l)}
.latchkey-button[data-kind=danger]:hover{background:color-mix(in srgb,var(--_e) 6%,var(--_b));opacity:1}
.latchkey-button[data-kind=danger][data-action=confirm][aria-busy]{background:var(--_e);border-color:transparent;color:var(--_b)}
.latchkey-org-reason{margin-top:6px;color:var(--_s);font-size:13px;line-height:18px;overflow-wrap:anywhere}
.latchkey-org-badge{display:flex;flex:none;align-items:center;justify-content:center;width:36px;height:36px;overflow:hidden;border:1px solid color-mix(in srgb,var(--_s) 18%,var(--_b));border-radius:10px;background:color-mix(in srgb,var(--_p) 8%,var(--_b));color:var(--_p);font-size:15px;line-height:36px;font-weight:var(--_w)}
.latchkey-org-badge-image{width:100%;height:100%;object-fit:contain}
.latchkey-org-tag{flex:none;padding:0 8px;border-radius:10px;background:color-mix(in srgb,var(--_p) 8%,var(--_b));color:var(--_p);font-size:12px;line-height:20px;font-weight:500;overflow-wrap:anywhere}
.latchkey-org-tag[data-tone=quiet]{background:none;box-shadow:inset 0 0 0 1px color-mix(in srgb,var(--_s) 40%,var(--_b));color:var(--_s)}
.latchkey-org-tag[data-tone=bad]{background:color-mix(in srgb,var(--_e) 8%,var(--_b));color:var(--_e)}
.latchkey-org-note{display:flex;gap:10px;margin-top:16px;padding:10px 14px;border:1px solid color-mix(in srgb,var(--_o) 30%,var(--_b));border-radius:calc(var(--_r) + 2px);background:color-mix(in srgb,var(--_o) 6%,var(--_b));color:var(--_o);font-size:var(--_z);line-height:20px;overflow-wrap:anywhere}
.latchkey-org-check[type=radio]{border-radius:50%}
.latchkey-org-check[type=radio]:checked{border-width:6px;background:var(--_b)}
.latchkey-org-set{margin-top:20px}
.latchkey-org-actions{display:flex;flex-wrap:wrap;align-items:center;gap:10px;margin-top:20px}
.latchkey-org-quiet{color:var(--_s);font-size:14px;line-height:20px}
.latchkey-org-part{margin-top:28px;padding-top:24px;border-top:1px solid color-mix(in srgb,var(--_s) 16%,var(--_b))}
.latchkey-org-subtitle{margin-bottom:12px;font-size:15px;line-height:20px;font-weight:600}
.latchkey-org-form{max-width:440px}
.latchkey-org-form .latchkey-error:empty{min-height:12px;margin:0}
.latchkey-org-choices{margin-top:8px;border:1px solid color-mix(in srgb,var(--_s) 24%,var(--_b));border-radius:calc(var(--_r) + 6px);overflow:hidden}
.latchkey-org-choice{position:relative;display:flex;gap:12px;padding:12px 14px}
.latchkey-org-choice+.latchkey-org-choice{border-top:1px solid color-mix(in srgb,var(--_s) 15%,var(--_b))}
.latchkey-org-check{flex:none;appearance:none;width:20px;height:20px;border:1.5px solid var(--_l);border-radius:6px;background:var(--_b);cursor:pointer}
.latchkey-org-check:checked{border-color:var(--_p);background:var(--_p)}
.latchkey-org-check:focus-visible{outline:2px solid var(--_k);outline-offset:2px}
.latchkey-org-check[aria-disabled=true]{opacity:.5;cursor:default}
.latchkey-org-tick{position:absolute;inset-block-start:12px;inset-inline-start:14px;width:20px;height:20px;fill:none;stroke:var(--_b);stroke-width:2.25;stroke-linecap:round;stroke-linejoin:round;pointer-events:none}
.latchkey-org-check:not(:checked)~.latchkey-org-tick{display:none}
.latchkey-org-has{flex:none;width:20px;height:20px;fill:none;stroke:var(--_s);stroke-width:2;stroke-linecap:round;stroke-linejoin:round}
.latchkey-org-choice-words{flex:1;min-width:0}
.latchkey-org-choice-name{display:inline;font-size:15px;line-height:20px;font-weight:600;overflow-wrap:anywhere}
label.latchkey-org-choice-name{cursor:pointer}
.latchkey-org-choice-text{color:var(--_s);font-size:13px;line-height:18px;overflow-wrap:anywhere}
@media(forced-colors:active){.latchkey-org-check{appearance:auto}.latchkey-org-tick{display:none}}
@media(forced-colors:active){.latchkey-org-tag,.latchkey-org-badge{border:1px solid}}
`
