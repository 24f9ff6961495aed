/**
 * Screens on which the user decides. Sizes of the theme are limited on both sides: below, nothing can be read; above,
 * a button would not fit into the card. An invalid length leaves a property without a value, so a button also has
 * its height by its padding.
 */
export const decisionCss: string = `
.latchkey[data-screen=idp_consent],.latchkey[data-screen=idp_logout]{--_z:clamp(13px,var(--latchkey-label-size,14px),18px);--_y:clamp(14px,var(--latchkey-controls-size,16px),20px);--_h:clamp(44px,var(--latchkey-controls-height,45px),56px);min-width:min(240px,100vw - 16px);font-size:clamp(14px,var(--latchkey-text-size,16px),20px)}
.latchkey[popover]{position:fixed;inset:0;z-index:2147483647;width:min(400px,100vw - 16px);height:fit-content;max-width:none;max-height:100vh;margin:auto;overflow:auto}
.latchkey[popover]::backdrop{background:#10202999}
[data-screen=idp_consent]>.latchkey-container,[data-screen=idp_logout]>.latchkey-container{border-radius:min(var(--latchkey-container-border-radius,8px),24px)}
.latchkey-idp-decision{min-height:0}
.latchkey-idp-body{display:flex;flex:1 1 auto;flex-direction:column;min-height:0;margin:-4px -4px 0;padding:4px 4px 0;overflow-y:auto;overscroll-behavior:contain;scrollbar-width:thin;scrollbar-color:color-mix(in srgb,var(--_s) 50%,var(--_b)) transparent}
.latchkey-idp-body>*{flex-shrink:0}
.latchkey-idp-body:focus-visible{border-radius:4px;outline:2px solid var(--_k);outline-offset:2px}
.latchkey-idp-foot{flex:none}
.latchkey-idp-decision .latchkey-header{font-size:clamp(18px,var(--latchkey-title-size,24px),32px);line-height:1.3;overflow-wrap:anywhere}
.latchkey-idp-decision .latchkey-idp-actions{margin-top:20px;gap:clamp(8px,var(--latchkey-controls-gap,12px),16px)}
[data-cut=true] .latchkey-idp-foot{box-shadow:0 -1px color-mix(in srgb,var(--_s) 30%,var(--_b)),0 -12px 12px -12px color-mix(in srgb,var(--_s) 40%,transparent)}
.latchkey-idp-decision .latchkey-button{min-height:var(--_h);padding-block:11px;font-size:var(--_y);line-height:max(20px,1.25em);overflow-wrap:anywhere}
.latchkey-idp-foot .latchkey-idp-destination{max-height:60px;overflow-y:auto}
.latchkey-idp-foot>.latchkey-banner,.latchkey-idp-foot .latchkey-idp-notice{max-height:86px;overflow-y:auto}
.latchkey-idp-foot>.latchkey-banner:first-child{margin-top:16px}
@media(max-height:480px){.latchkey[data-screen=idp_consent],.latchkey[data-screen=idp_logout]{--_z:clamp(13px,var(--latchkey-label-size,14px),15px);--_y:16px;--_h:44px}[data-screen=idp_consent]>.latchkey-container,[data-screen=idp_logout]>.latchkey-container{padding-block:12px}.latchkey-idp-decision .latchkey-idp-client{display:none}.latchkey-idp-decision .latchkey-header{font-size:18px}.latchkey-idp-decision .latchkey-idp-actions{margin-top:8px}.latchkey-idp-foot .latchkey-idp-destination{max-height:20px;margin-top:4px}.latchkey-idp-decision~.latchkey-watermark{margin-top:4px}}
`
