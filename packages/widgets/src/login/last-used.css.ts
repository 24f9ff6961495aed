/** Lies on the edge of its button or tab and takes no room. Buttons and tabs are its containing block. */
export const lastUsedCss: string = `
.latchkey-tab,.latchkey-button{position:relative}
.latchkey-last-used{position:absolute;inset-block-start:-9px;inset-inline-end:10px;max-width:calc(100% - 20px);overflow:hidden;padding:0 7px;background:var(--_b);border:1px solid color-mix(in srgb,var(--_s) 45%,var(--_b));border-radius:9px;color:var(--_s);font-size:11px;line-height:16px;font-weight:var(--_w);letter-spacing:0;text-overflow:ellipsis;white-space:nowrap;pointer-events:none}
.latchkey-tab>.latchkey-last-used{inset:-13px auto auto 50%;max-width:none;translate:-50%}
`
