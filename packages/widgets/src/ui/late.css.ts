const dark = '--_o:var(--latchkey-colors-success,#63c7b8);--_a:color-mix(in srgb,var(--_s) 24%,var(--_b))'

/** What a widget needs once its first screen is painted: hover, transitions, disabled buttons, forced colors, motion. */
export const lateCss: string = `
.latchkey{--_o:var(--latchkey-colors-success,#0c5a56)}
.latchkey[data-scheme=dark]{${dark}}
@media(prefers-color-scheme:dark){.latchkey[data-scheme=auto]{${dark}}}
.latchkey-input[aria-invalid=true]{border-color:var(--_e)}
.latchkey-text{overflow-wrap:anywhere;text-wrap:pretty}
.latchkey-tab{transition:color .12s}
.latchkey-tab[aria-selected=false]:hover{color:var(--_p)}
.latchkey-input,.latchkey-country{transition:border-color .12s,box-shadow .12s}
.latchkey-country:hover{border-color:var(--_s)}
.latchkey-country:focus-within{border-color:var(--_k)}
.latchkey-button{transition:opacity .12s,scale .12s}
.latchkey-button:hover{opacity:.9}
.latchkey-button[aria-disabled=true]{cursor:default}
.latchkey-button[aria-disabled=true]:hover{opacity:1}
.latchkey-button[data-kind=primary][aria-disabled=true]{background:var(--latchkey-buttons-disabled-background-color,var(--_p));border-color:var(--latchkey-buttons-disabled-border-color,transparent);border-radius:var(--latchkey-buttons-disabled-border-radius,var(--_r));color:var(--latchkey-buttons-disabled-text-color,var(--_b));opacity:1}
.latchkey-button[data-kind][aria-disabled=true][aria-busy=false]{background:var(--latchkey-buttons-disabled-background-color,color-mix(in srgb,var(--_s) 20%,var(--_b)));color:var(--latchkey-buttons-disabled-text-color,color-mix(in srgb,var(--_p) 72%,var(--_b)));box-shadow:none}
.latchkey-tab[aria-selected=true]{background:var(--_a,var(--_b))}
@media(forced-colors:active){.latchkey .latchkey-button[aria-disabled=true]{color:GrayText}.latchkey-spinner{forced-color-adjust:none;border-color:CanvasText;border-inline-end-color:transparent}.latchkey .latchkey-tab[aria-selected=true]{forced-color-adjust:none;background:Highlight;color:HighlightText}.latchkey .latchkey-or::before,.latchkey .latchkey-or::after{background:CanvasText}}
@media(prefers-reduced-motion:no-preference){
[data-motion=quiet] .latchkey-button:active,[data-motion=quiet] .latchkey-choice:active{scale:.985}
[data-motion=quiet] .latchkey-choice{transition:background-color .12s,opacity .12s,scale .12s}
[data-motion=quiet] .latchkey-error:not(:empty){animation:latchkey-reveal .2s}
[data-motion=quiet] .latchkey-passcode-box[data-filled=true]{animation:latchkey-pop 80ms ease-out}
[data-motion=quiet] .latchkey-passcode[data-invalid=true]{animation:latchkey-shake .3s}
@supports(anchor-scope:all){
[data-motion=quiet] .latchkey-tabs{position:relative;anchor-scope:--latchkey-tab}
[data-motion=quiet] .latchkey-tab{z-index:1}
[data-motion=quiet] .latchkey-tab[aria-selected=true]{anchor-name:--latchkey-tab;background:none;border-color:transparent;box-shadow:none}
[data-motion=quiet] .latchkey-tabs::before{content:"";position:absolute;position-anchor:--latchkey-tab;inset:anchor(top) anchor(right) anchor(bottom) anchor(left);border-radius:var(--_r);background:var(--_a,var(--_b));box-shadow:0 1px 2px #0000001f,0 0 0 1px color-mix(in srgb,var(--_s) 18%,var(--_b));transition:inset .2s cubic-bezier(.2,.8,.2,1)}
}
}
@keyframes latchkey-reveal{from{opacity:0}}
@keyframes latchkey-pop{50%{scale:1.06}}
@keyframes latchkey-shake{20%,60%{translate:-4px}40%,80%{translate:4px}}
`
