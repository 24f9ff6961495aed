export const ssoCss: string = `
.latchkey[data-screen^=sso_con]{--_j:start;width:100%;max-width:760px}
.latchkey[data-icons=label][data-screen^=sso_con] .latchkey-back{position:static;margin-block:-8px 12px}
.latchkey[data-icons=label][data-screen^=sso_con] .latchkey-back~.latchkey-header{padding-inline:0}
.latchkey-sso-list{margin-top:20px;border:1px solid color-mix(in srgb,var(--_s) 24%,var(--_b));border-radius:calc(var(--_r) + 6px);overflow:hidden}
.latchkey-sso-item+.latchkey-sso-item{border-top:1px solid color-mix(in srgb,var(--_s) 15%,var(--_b))}
.latchkey-sso-row{display:flex;flex-wrap:wrap;align-items:center;gap:4px 12px;width:100%;min-height:60px;padding:10px 14px;color:var(--_p);text-align:start;cursor:pointer}
.latchkey-sso-row:hover{background:color-mix(in srgb,var(--_s) 6%,var(--_b))}
.latchkey-sso-row:focus-visible{outline:2px solid var(--_k);outline-offset:-2px;border-radius:calc(var(--_r) + 6px)}
.latchkey-sso-words{flex:1 1 160px;min-width:0}
.latchkey-sso-name{width:fit-content;max-width:100%;font-size:15px;line-height:20px;font-weight:600;overflow-wrap:anywhere}
.latchkey-sso-kind{color:var(--_s);font-size:14px;line-height:20px}
.latchkey-sso-value{display:flex;flex-wrap:wrap;align-items:flex-end;gap:8px 12px}
.latchkey-sso-value+.latchkey-sso-value{margin-top:14px}
.latchkey-sso-value-words{flex:1 1 220px;min-width:0}
.latchkey-sso-code{padding:9px 12px;border:1px solid color-mix(in srgb,var(--_s) 26%,var(--_b));border-radius:var(--_r);background:color-mix(in srgb,var(--_s) 7%,var(--_b));font-family:ui-monospace,SFMono-Regular,Menlo,monospace;font-size:13px;line-height:18px;overflow-wrap:anywhere;direction:ltr;text-align:left;user-select:all}
.latchkey-sso-area{width:100%;min-height:96px;padding:10px 13px;border:1px solid var(--latchkey-inputs-border-color,var(--_l));border-radius:var(--_r);background:var(--latchkey-inputs-background-color,var(--_b));color:var(--latchkey-inputs-text-color,var(--_p));font-family:ui-monospace,SFMono-Regular,Menlo,monospace;font-size:max(var(--_m,0px)/2.75,13px);line-height:18px;white-space:pre-wrap;overflow-wrap:anywhere;overflow-y:auto;resize:vertical;cursor:text;direction:ltr}
.latchkey-sso-area:focus{border-color:var(--_k);box-shadow:var(--_f);outline:2px solid transparent}
.latchkey-sso-file{width:100%;margin-bottom:20px;font-size:14px;line-height:20px}
.latchkey-sso-file:focus-visible{outline:2px solid var(--_k);outline-offset:2px}
.latchkey-sso-certificate~.latchkey-org-form,.latchkey-org-quiet+.latchkey-org-form,.latchkey-org-status+*{margin-top:20px}
.latchkey-sso-select{appearance:auto;width:100%;height:var(--_i);padding:0 12px;border:1px solid var(--latchkey-inputs-border-color,var(--_l));border-radius:var(--_r);background:var(--latchkey-inputs-background-color,var(--_b));color:var(--latchkey-inputs-text-color,var(--_p));font-size:var(--_y);cursor:pointer}
.latchkey-sso-select:focus-visible{border-color:var(--_k);box-shadow:var(--_f);outline:2px solid transparent}
.latchkey-sso-certificate{display:flex;flex-wrap:wrap;align-items:center;justify-content:space-between;gap:8px 16px}
.latchkey-sso-certificate+.latchkey-sso-certificate{margin-top:12px}
.latchkey-sso-print{font-family:ui-monospace,SFMono-Regular,Menlo,monospace;font-size:13px;line-height:18px;overflow-wrap:anywhere;direction:ltr;text-align:left}
.latchkey-sso-until{color:var(--_s);font-size:14px;line-height:20px}
.latchkey-sso-until[data-tone=bad]{color:var(--_e)}
.latchkey-sso-open{display:inline-block;margin-top:16px;border-radius:2px;color:var(--_p);font-size:15px;line-height:24px;font-weight:600;text-decoration:underline;text-underline-offset:3px;cursor:pointer}
.latchkey-sso-open:focus-visible{outline:2px solid var(--_k);outline-offset:2px}
.latchkey-sso-checks{margin-top:12px;border:1px solid color-mix(in srgb,var(--_s) 24%,var(--_b));border-radius:calc(var(--_r) + 6px);overflow:hidden}
.latchkey-sso-checked{padding:10px 14px;font-size:14px;line-height:20px}
.latchkey-sso-checked+.latchkey-sso-checked{border-top:1px solid color-mix(in srgb,var(--_s) 15%,var(--_b))}
.latchkey-sso-checked-name{display:flex;gap:8px;font-weight:600}
.latchkey-sso-checked[data-outcome=failed] .latchkey-sso-checked-name{color:var(--_e)}
.latchkey-sso-mark{flex:none;width:18px;text-align:center}
.latchkey-sso-detail{margin-top:4px;color:var(--_s);overflow-wrap:anywhere}
`
