export const membersCss: string = `
.latchkey[data-screen^=member]{--_j:start;width:100%;max-width:760px}
.latchkey[data-icons=label][data-screen^=member] .latchkey-back{position:static;margin-block:-8px 12px}
.latchkey[data-icons=label][data-screen^=member] .latchkey-back~.latchkey-header,.latchkey[data-icons=label][data-screen^=member] .latchkey-back~* .latchkey-header{padding-inline:0}
.latchkey[data-screen^=member]>.latchkey-container{container-type:inline-size}
.latchkey-members-head{display:flex;flex-wrap:wrap;align-items:flex-start;justify-content:space-between;gap:12px 16px}
.latchkey-members-title{flex:1 1 180px;min-width:0}
.latchkey-members-count{color:var(--_s);font-size:14px;line-height:20px}
.latchkey-members-invite{max-width:100%}
.latchkey-members-search{position:relative;margin-top:20px}
.latchkey-members-search-icon{position:absolute;inset-block-start:calc(50% - 9px);inset-inline-start:13px;width:18px;height:18px;fill:none;stroke:var(--_s);stroke-width:1.75;stroke-linecap:round;pointer-events:none}
.latchkey-members-search>.latchkey-spinner{inset-block-start:calc(50% - 9px);inset-inline-start:13px}
.latchkey-members-search>.latchkey-input{height:max(var(--_m,0px),42px);padding-inline:40px 13px;font-size:max(var(--_m,0px)/2.75,15px)}
.latchkey-members .latchkey-tabs{margin-top:12px}
.latchkey-members .latchkey-banner{margin-top:16px}
.latchkey-members-list{margin-top:16px;border:1px solid color-mix(in srgb,var(--_s) 24%,var(--_b));border-radius:calc(var(--_r) + 6px);overflow:hidden}
.latchkey-members-item+.latchkey-members-item{border-top:1px solid color-mix(in srgb,var(--_s) 15%,var(--_b))}
.latchkey-members-row{position:relative;display:grid;grid-template-columns:36px minmax(0,1fr) 20px;align-items:center;gap:4px 12px;width:100%;min-height:64px;padding:10px 14px;color:var(--_p);text-align:start;cursor:pointer;transition:background-color .12s}
.latchkey-members-row:hover{background:color-mix(in srgb,var(--_s) 6%,var(--_b))}
.latchkey-members-row:focus-visible{outline:2px solid var(--_k);outline-offset:-2px;border-radius:calc(var(--_r) + 6px)}
.latchkey-members-row>.latchkey-org-badge{border-radius:50%}
.latchkey-members-words{min-width:0}
.latchkey-members-name{display:flex;flex-wrap:wrap;align-items:center;gap:2px 8px;font-size:15px;line-height:20px;font-weight:600}
.latchkey-members-person{display:inline;min-width:0;overflow-wrap:anywhere}
.latchkey-members-email{width:fit-content;max-width:100%;color:var(--_s);font-size:14px;line-height:20px;overflow-wrap:anywhere}
.latchkey-members-tags{display:flex;flex-wrap:wrap;grid-column:2;gap:4px 6px}
.latchkey-members-tags:empty{display:none}
.latchkey-members-chevron{grid-column:3;grid-row:1;width:20px;height:20px;fill:none;stroke:var(--_s);stroke-width:1.75;stroke-linecap:round;stroke-linejoin:round}
.latchkey-members-chevron:dir(rtl){transform:scaleX(-1)}
@container(min-width:560px){.latchkey-members-row{grid-template-columns:36px minmax(0,1fr) minmax(0,auto) 20px}.latchkey-members-tags{grid-column:3;justify-content:flex-end;max-width:260px}.latchkey-members-chevron{grid-column:4}}
.latchkey-members-empty{margin-top:16px;padding:32px 20px;border:1px dashed color-mix(in srgb,var(--_s) 36%,var(--_b));border-radius:calc(var(--_r) + 6px);color:var(--_s);font-size:15px;line-height:22px;text-align:center;overflow-wrap:anywhere}
.latchkey-members-wait{display:grid;place-content:center;min-height:220px;margin-top:16px}
.latchkey-members-wait>.latchkey-spinner{position:static;width:24px;height:24px}
.latchkey-members-pages{display:flex;align-items:center;justify-content:flex-end;gap:8px;margin-top:12px;color:var(--_s);font-size:14px;line-height:20px}
.latchkey-members-turn{display:flex;align-items:center;justify-content:center;width:max(var(--_m,0px),34px);height:max(var(--_m,0px),34px);border:1px solid color-mix(in srgb,var(--_s) 34%,var(--_b));border-radius:8px;color:var(--_p);cursor:pointer}
.latchkey-members-turn:hover{background:color-mix(in srgb,var(--_s) 7%,var(--_b))}
.latchkey-members-turn[aria-disabled=true]{opacity:.4;cursor:default}
.latchkey-members-turn:focus-visible{outline:2px solid var(--_k);outline-offset:2px}
.latchkey-members-turn:dir(rtl)>.latchkey-icon{transform:scaleX(-1)}
.latchkey-member-head{display:flex;align-items:center;gap:14px}
.latchkey-member-head>.latchkey-org-badge{width:52px;height:52px;border-radius:50%;font-size:20px;line-height:52px}
.latchkey-member-words{flex:1;min-width:0}
.latchkey-member-words>.latchkey-header{font-size:20px;line-height:26px;text-align:start;overflow-wrap:anywhere}
.latchkey-member-line{display:flex;flex-wrap:wrap;align-items:center;gap:4px 8px;margin-top:2px;color:var(--_s);font-size:14px;line-height:20px;overflow-wrap:anywhere}
.latchkey-member-address{display:inline;min-width:0;overflow-wrap:anywhere}
.latchkey-member-factor{display:flex;flex-wrap:wrap;align-items:center;justify-content:space-between;gap:8px 16px;min-height:44px;font-size:15px;line-height:20px;overflow-wrap:anywhere}
.latchkey-member-factor+.latchkey-member-factor{margin-top:8px}
.latchkey-member-factor-name{flex:1 1 140px;min-width:0}
.latchkey-member-endings{display:flex;flex-wrap:wrap;align-items:flex-start;gap:12px}
`
