/**
 * The first paint of Main: what it needs later is in ui/late.css.ts. Each class resets what it does not declare, so that a host page's `button {}` does not leak
 * in; the root resets what is inherited. Unlayered: a layer would lose to any rule of the host page. Classes are doubled
 * before they reach a document, so the reset needs two attributes to come right before them.
 *
 * Own properties have one letter, because all of this is in the first load. Colors: background, primary, secondary,
 * error, line, tint, focus outline (k), focus shadow (f). Sizes: radius, button height (h),
 * input height (i), label and helper text (z, weight w), controls (y, weight c). j: alignment of
 * the title. m: 44px on touch screens, the least height of a control; 16px, the least size of its text, is m / 2.75.
 */
const dark = `--_b:var(--latchkey-container-background-color,#12191d);--_p:var(--latchkey-colors-primary,#e9eff2);--_s:var(--latchkey-colors-secondary,#a3b4bc);--_e:var(--latchkey-colors-error,#ff9d96);color-scheme:dark`

export const baseCss: string = `
:where(.latchkey) [class^=latchkey][class]{all:unset;box-sizing:border-box;display:block}
.latchkey{all:initial;--_b:var(--latchkey-container-background-color,#fff);--_p:var(--latchkey-colors-primary,#19303d);--_s:var(--latchkey-colors-secondary,#5c727d);--_e:var(--latchkey-colors-error,#8b1214);--_r:var(--latchkey-inputs-border-radius,4px);--_k:var(--latchkey-colors-focus,var(--_p));--_z:var(--latchkey-label-size,14px);--_w:var(--latchkey-label-weight,700);--_y:max(var(--_m,0px)/2.75,var(--latchkey-controls-size,16px));--_c:var(--latchkey-controls-weight,700);--_h:max(var(--_m,0px),var(--latchkey-controls-height,45px));--_i:max(var(--_m,0px),var(--latchkey-controls-height,47px));--_j:var(--latchkey-title-align,start);--_l:color-mix(in srgb,var(--_s) 76%,var(--_b));--_t:color-mix(in srgb,var(--_s) 7%,var(--_b));--_f:0 0 0 3px color-mix(in srgb,var(--_k) 20%,transparent);color-scheme:light;display:block;width:var(--latchkey-container-width,400px);max-width:100%;color:var(--_p);font:var(--latchkey-text-size,16px)/1.5 var(--latchkey-font-family,Arial,sans-serif);overflow-wrap:break-word;-webkit-font-smoothing:antialiased}
.latchkey[data-scheme=dark]{${dark}}
@media(prefers-color-scheme:dark){.latchkey[data-scheme=auto]{${dark}}}
.latchkey-container{padding:clamp(20px,8%,32px);background:var(--_b);border:1px solid var(--latchkey-container-border-color,color-mix(in srgb,var(--_s) 22%,var(--_b)));border-radius:var(--latchkey-container-border-radius,8px);box-shadow:var(--latchkey-container-shadow,0 1px 2px #1020290d,0 12px 32px -12px #10202924)}
.latchkey-logo{display:flex;justify-content:var(--_j);height:50px;margin-bottom:20px}
.latchkey-logo-image{max-width:100px;max-height:50px}
.latchkey-header{font-size:var(--latchkey-title-size,24px);line-height:calc(1em + 8px);font-weight:var(--latchkey-title-weight,700);text-align:var(--_j);letter-spacing:-.015em;text-wrap:balance}
.latchkey-tabs{display:flex;flex-wrap:wrap;gap:4px;margin-top:24px;padding:4px;border-radius:calc(var(--_r) + 4px);background:var(--_t)}
.latchkey-tab{flex:1;max-width:100%;border:1px solid transparent;border-radius:var(--_r);color:var(--_s);font-size:var(--_z);line-height:34px;font-weight:var(--_w);text-align:center;cursor:pointer}
.latchkey-tab[aria-selected=true]{background:var(--_b);border-color:color-mix(in srgb,var(--_s) 18%,var(--_b));color:var(--_p);box-shadow:0 1px 2px #1020291a}
.latchkey-form,.latchkey-text+.latchkey-button{margin-top:24px}
.latchkey-container>:first-child{margin-top:0}
.latchkey-label{margin-bottom:8px;font-size:var(--_z);line-height:20px;font-weight:var(--_w)}
.latchkey-input{width:100%;padding:0 13px;cursor:text}
.latchkey-input,.latchkey-country{height:var(--_i);font-size:var(--_y);background:var(--latchkey-inputs-background-color,var(--_b));border:1px solid var(--latchkey-inputs-border-color,var(--_l));border-radius:var(--_r);color:var(--latchkey-inputs-text-color,var(--_p))}
.latchkey-input::placeholder{color:var(--latchkey-inputs-placeholder-color,var(--_s));opacity:1}
.latchkey-input:focus-within,.latchkey-country:focus-within{border-color:var(--_k);box-shadow:var(--_f);outline:2px solid transparent}
.latchkey-error{min-height:var(--latchkey-controls-error-space,20px);margin:4px 0 12px;color:var(--_e);font-size:var(--_z);line-height:20px}
.latchkey-button{display:flex;align-items:center;justify-content:center;width:100%;min-height:var(--_h);padding:2px 12px;font-size:var(--_y);background:var(--latchkey-buttons-primary-background-color,var(--_p));border:1px solid var(--latchkey-buttons-primary-border-color,transparent);border-radius:var(--latchkey-buttons-primary-border-radius,var(--_r));color:var(--latchkey-buttons-primary-text-color,var(--_b));font-weight:var(--_c);text-align:center;cursor:pointer;box-shadow:inset 0 1px #ffffff1f,0 1px 2px #10202929}
.latchkey-spinner{position:absolute;width:18px;height:18px;border:2px solid;border-inline-end-color:transparent;border-radius:50%;animation:latchkey-spin .7s linear infinite}
.latchkey-button-label{min-width:0}
[aria-busy=true]>.latchkey-button-label{opacity:0}
.latchkey-tab:focus-visible,.latchkey-button:focus-visible{outline:2px solid var(--_k);outline-offset:2px}
.latchkey-text{margin-top:8px;color:var(--_s);text-align:var(--_j)}
.latchkey-announcement{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.latchkey-watermark{min-height:20px;margin:16px 0 -8px}
@keyframes latchkey-spin{to{transform:rotate(1turn)}}
@keyframes latchkey-pulse{50%{opacity:.3}}
@media(prefers-reduced-motion:reduce){.latchkey [class^=latchkey]{transition:none!important;animation:none}.latchkey .latchkey-spinner{animation:latchkey-pulse 1.6s infinite}}
@media(pointer:coarse){.latchkey{--_m:44px}}
`
