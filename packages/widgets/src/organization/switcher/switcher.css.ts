export const switcherCss: string = `
.latchkey:has(>.latchkey-container>.latchkey-switch[data-layout=menu]){display:inline-block;width:auto}
.latchkey-container:has(>.latchkey-switch[data-layout=menu]){padding:0;border:0;background:none;box-shadow:none}
.latchkey-switch[data-layout=menu]~.latchkey-watermark{display:none}
.latchkey-switch{position:relative}
.latchkey-switch-trigger{display:flex;align-items:center;gap:10px;max-width:100%;min-height:max(var(--_m,0px),44px);padding:5px 10px 5px 6px;border:1px solid color-mix(in srgb,var(--_s) 26%,var(--_b));border-radius:calc(var(--_r) + 6px);background:var(--_b);color:var(--_p);cursor:pointer;box-shadow:0 1px 2px rgb(16 32 41/.06);transition:background-color .12s}
.latchkey-switch-trigger:dir(rtl){padding:5px 6px 5px 10px}
.latchkey-switch-trigger:hover,.latchkey-switch-trigger[aria-expanded=true]{background:color-mix(in srgb,var(--_s) 7%,var(--_b))}
.latchkey-switch-trigger:focus-visible{outline:2px solid var(--_k);outline-offset:2px}
.latchkey-switch-trigger>.latchkey-org-badge{width:30px;height:30px;border-radius:8px;font-size:13px;line-height:30px}
.latchkey-switch-current{flex:1;min-width:0;max-width:200px;overflow:hidden;font-size:15px;line-height:20px;font-weight:600;text-align:start;text-overflow:ellipsis;white-space:nowrap}
.latchkey-switch-arrows{flex:none;width:16px;height:16px;fill:none;stroke:var(--_s);stroke-width:1.75;stroke-linecap:round;stroke-linejoin:round}
[data-layout=menu]>.latchkey-switch-panel{position:absolute;z-index:2147483000;inset-block-start:calc(100% + 8px);inset-inline-start:0;width:min(352px,calc(100vw - 32px));padding:8px;border:1px solid color-mix(in srgb,var(--_s) 22%,var(--_b));border-radius:14px;background:var(--_b);box-shadow:0 1px 2px #1020290d,0 16px 48px -12px #1020294d;animation:latchkey-switch-open .14s cubic-bezier(.2,.8,.2,1)}
[data-align=end]>.latchkey-switch-panel{inset-inline:auto 0}
[data-layout=menu]>.latchkey-switch-panel[data-status=signing_in]{width:min(400px,calc(100vw - 32px));padding:0;border:0;background:none;box-shadow:none}
[data-layout=menu] .latchkey-switch-title{padding:6px 10px 8px;color:var(--_s);font-size:13px;line-height:18px;font-weight:500}
.latchkey-switch-list{display:flex;flex-direction:column;gap:2px}
[data-layout=menu] .latchkey-switch-list{max-height:min(420px,60vh);overflow-y:auto}
[data-layout=list] .latchkey-switch-list{margin:20px -10px 0}
.latchkey-switch-entry{display:flex;align-items:center;gap:12px;width:100%;min-height:max(var(--_m,0px),52px);padding:7px 10px;border-radius:10px;color:var(--_p);text-align:start;cursor:pointer;transition:background-color .12s,opacity .12s}
.latchkey-switch-entry:hover{background:color-mix(in srgb,var(--_s) 9%,var(--_b))}
.latchkey-switch-entry:focus-visible{outline:2px solid var(--_k);outline-offset:-2px}
.latchkey-switch-entry[aria-disabled=true]{cursor:default}
.latchkey-switch-entry[aria-disabled=true]:hover{background:none}
.latchkey-switch-list[aria-busy=true] .latchkey-switch-entry[aria-disabled=true]:not([aria-busy=true]){opacity:.55}
.latchkey-switch-entry>.latchkey-spinner{position:static;flex:none;width:20px;height:20px}
.latchkey-switch-words{flex:1;min-width:0}
.latchkey-switch-name{width:fit-content;max-width:100%;font-size:15px;line-height:20px;font-weight:600;overflow-wrap:anywhere}
.latchkey-switch-entry[data-requires=closed] .latchkey-switch-name{color:var(--_s)}
.latchkey-switch-note{color:var(--_s);font-size:13px;line-height:18px;overflow-wrap:anywhere}
.latchkey-switch-check{flex:none;width:20px;height:20px;fill:none;stroke:var(--_o);stroke-width:2;stroke-linecap:round;stroke-linejoin:round}
.latchkey-switch-foot{margin-top:8px;padding:8px 10px 4px;border-top:1px solid color-mix(in srgb,var(--_s) 16%,var(--_b));color:var(--_s);font-size:13px;line-height:18px}
[data-layout=list] .latchkey-switch-foot{margin-inline:0;padding-inline:0}
.latchkey-switch-none{padding:6px 10px;color:var(--_s);font-size:14px;line-height:20px}
.latchkey-switch-wait{display:grid;place-content:center;min-height:96px}
.latchkey-switch-wait>.latchkey-spinner{position:static}
.latchkey-switch-ask{padding:8px}
[data-layout=list] .latchkey-switch-ask{padding:0}
.latchkey-switch-ask>.latchkey-org-actions{justify-content:var(--_j)}
.latchkey-switch-ask>.latchkey-header{font-size:17px;line-height:24px}
.latchkey-switch-ask>.latchkey-text{font-size:14px;line-height:20px}
@keyframes latchkey-switch-open{from{opacity:0;transform:translateY(-4px)}}
@media(forced-colors:active){.latchkey-switch-entry[aria-disabled=true]{color:GrayText}}
`
