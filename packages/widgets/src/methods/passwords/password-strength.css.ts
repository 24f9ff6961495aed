export const passwordStrengthCss: string = `
.latchkey-strength{min-height:38px;margin-bottom:16px;color:var(--_s);font-size:var(--_z);line-height:20px}
.latchkey-error:empty+.latchkey-strength{--_x:calc(var(--latchkey-controls-error-space,20px)*.8);min-height:calc(38px + var(--_x));margin-top:calc(-1*var(--_x))}
.latchkey-meter{display:flex;gap:6px;margin-bottom:8px}
.latchkey-meter-segment{flex:1 1 0;height:4px;border-radius:2px;background:color-mix(in srgb,var(--_s) 22%,var(--_b));transition:background-color .2s}
.latchkey-meter[data-tone=weak]>.latchkey-meter-segment[data-filled=true]{background:var(--_e)}
.latchkey-meter[data-tone=good]>.latchkey-meter-segment[data-filled=true]{background:var(--_o)}
.latchkey-strength-warning{color:var(--_e)}
.latchkey-strength-hint{display:list-item;list-style:disc;margin-inline-start:18px}
.latchkey-strength-warning+.latchkey-strength-list{margin-top:2px}
.latchkey-rule{display:flex;gap:8px;align-items:flex-start}
.latchkey-rule+.latchkey-rule{margin-top:4px}
.latchkey-rule-icon{flex:none;width:20px;height:20px;fill:none;stroke:currentColor;stroke-width:2;stroke-linecap:round;stroke-linejoin:round}
.latchkey-rule[data-met=true]{color:var(--_o)}
.latchkey-strength:is([data-state=waiting],[data-state=checking])>.latchkey-meter{animation:latchkey-pulse 1.6s infinite}
@media(forced-colors:active){.latchkey-meter-segment{forced-color-adjust:none;border:1px solid CanvasText;background:Canvas}.latchkey-meter>.latchkey-meter-segment[data-filled=true]{background:Highlight}}
`
