/**
 * What Main needs. Each class resets what it does not declare, so that a host page's `button {}` does not leak in;
 * the root resets what is inherited. Unlayered: a layer would lose to any rule of the host page. A class counts twice by
 * the time it is in a document, so the reset has two attributes to come right before it. Properties of our own are a
 * letter each, for all of this is loaded first: background, primary, secondary, o for success (ok), error, radius, line,
 * tint, focus.
 */
const dark = `--_b:var(--latchkey-container-background-color,#12191d);--_p:var(--latchkey-colors-primary,#e9eff2);--_s:var(--latchkey-colors-secondary,#a3b4bc);--_o:var(--latchkey-colors-success,#63c7b8);--_e:var(--latchkey-colors-error,#ff9d96);color-scheme:dark`

export const baseCss: string = `
:where(.latchkey) [class^=latchkey][class]{all:unset;box-sizing:border-box;display:block}
.latchkey{all:initial;--_b:var(--latchkey-container-background-color,#fff);--_p:var(--latchkey-colors-primary,#19303d);--_s:var(--latchkey-colors-secondary,#5c727d);--_o:var(--latchkey-colors-success,#0c5a56);--_e:var(--latchkey-colors-error,#8b1214);--_r:var(--latchkey-inputs-border-radius,4px);--_l:color-mix(in srgb,var(--_s) 76%,var(--_b));--_t:color-mix(in srgb,var(--_s) 7%,var(--_b));--_f:0 0 0 3px color-mix(in srgb,var(--_p) 20%,transparent);color-scheme:light;box-sizing:border-box;display:block;width:var(--latchkey-container-width,400px);max-width:100%;color:var(--_p);font:16px/24px var(--latchkey-font-family,Arial,sans-serif);overflow-wrap:break-word;-webkit-font-smoothing:antialiased}
.latchkey[data-scheme=dark]{${dark}}
@media(prefers-color-scheme:dark){.latchkey[data-scheme=auto]{${dark}}}
.latchkey-container{padding:clamp(20px,8%,32px);background:var(--_b);border:1px solid var(--latchkey-container-border-color,color-mix(in srgb,var(--_s) 22%,var(--_b)));border-radius:var(--latchkey-container-border-radius,8px);box-shadow:0 1px 2px #1020290d,0 12px 32px -12px #10202924}
.latchkey-logo{height:50px;margin-bottom:20px}
.latchkey-logo-image{max-width:100px;max-height:50px}
.latchkey-header{font-size:24px;line-height:32px;font-weight:700;letter-spacing:-.015em;text-wrap:balance}
.latchkey-tabs{display:flex;flex-wrap:wrap;gap:4px;margin-top:24px;padding:4px;border-radius:calc(var(--_r) + 4px);background:var(--_t)}
.latchkey-tab{flex:1;max-width:100%;border:1px solid transparent;border-radius:var(--_r);color:var(--_s);font-size:14px;line-height:34px;font-weight:700;text-align:center;cursor:pointer;transition:color .12s}
.latchkey-tab:hover{color:var(--_p)}
.latchkey-tab[aria-selected=true]{background:var(--_b);border-color:color-mix(in srgb,var(--_s) 18%,var(--_b));color:var(--_p);box-shadow:0 1px 2px #1020291a}
.latchkey-form{margin-top:24px}
.latchkey-container>:first-child{margin-top:0}
.latchkey-label{margin-bottom:8px;font-size:14px;line-height:20px;font-weight:700}
.latchkey-input{width:100%;height:47px;padding:0 13px;background:var(--latchkey-inputs-background-color,var(--_b));border:1px solid var(--latchkey-inputs-border-color,var(--_l));border-radius:var(--_r);color:var(--latchkey-inputs-text-color,var(--_p));cursor:text;transition:border-color .12s,box-shadow .12s}
.latchkey-input::placeholder{color:var(--latchkey-inputs-placeholder-color,var(--_s));opacity:1}
.latchkey-input:focus-within{border-color:var(--_p);box-shadow:var(--_f);outline:2px solid transparent}
.latchkey-input[aria-invalid=true]{border-color:var(--_e)}
.latchkey-error{min-height:20px;margin:4px 0 12px;color:var(--_e);font-size:14px;line-height:20px}
.latchkey-button{display:flex;align-items:center;justify-content:center;width:100%;min-height:45px;padding:2px 12px;background:var(--latchkey-buttons-primary-background-color,var(--_p));border:1px solid var(--latchkey-buttons-primary-border-color,transparent);border-radius:var(--latchkey-buttons-primary-border-radius,var(--_r));color:var(--latchkey-buttons-primary-text-color,var(--_b));font-weight:700;text-align:center;cursor:pointer;box-shadow:inset 0 1px #ffffff1f,0 1px 2px #10202929;transition:opacity .12s}
.latchkey-button:hover{opacity:.9}
.latchkey-button[aria-disabled=true]{background:var(--latchkey-buttons-disabled-background-color,var(--_p));border-color:var(--latchkey-buttons-disabled-border-color,transparent);border-radius:var(--latchkey-buttons-disabled-border-radius,var(--_r));color:var(--latchkey-buttons-disabled-text-color,var(--_b));opacity:1;cursor:default}
.latchkey-button[aria-disabled=true][aria-busy=false]{background:var(--latchkey-buttons-disabled-background-color,color-mix(in srgb,var(--_s) 20%,var(--_b)));color:var(--latchkey-buttons-disabled-text-color,color-mix(in srgb,var(--_p) 72%,var(--_b)));box-shadow:none}
.latchkey-spinner{position:absolute;width:18px;height:18px;border:2px solid;border-inline-end-color:transparent;border-radius:50%;animation:latchkey-spin .7s linear infinite}
.latchkey-button-label{min-width:0}
[aria-busy=true]>.latchkey-button-label{opacity:0}
.latchkey-tab:focus-visible,.latchkey-button:focus-visible{outline:2px solid var(--_p);outline-offset:2px}
.latchkey-text{margin-top:8px;color:var(--_s);overflow-wrap:anywhere}
.latchkey-error-screen>.latchkey-button{margin-top:24px}
.latchkey-announcement{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.latchkey-watermark{min-height:20px;margin-top:16px}
@keyframes latchkey-spin{to{transform:rotate(1turn)}}
@keyframes latchkey-pulse{50%{opacity:.3}}
@media(prefers-reduced-motion:reduce){.latchkey [class^=latchkey]{transition:none!important;animation:none}.latchkey .latchkey-spinner{animation:latchkey-pulse 1.6s infinite}}
@media(forced-colors:active){.latchkey-tab[aria-selected=true]{forced-color-adjust:none;background:Highlight;color:HighlightText}.latchkey .latchkey-button[aria-disabled=true]{color:GrayText}}
`
