/** Lies on the edge of what it belongs to, and takes no room of its own. */
export const lastUsedCss: string = `
.latchkey-tab{position:relative}
.latchkey-last-used{position:absolute;inset-block-start:-9px;inset-inline-end:10px;max-width:calc(100% - 20px);overflow:hidden;padding:0 7px;background:var(--_b);border:1px solid color-mix(in srgb,var(--_s) 45%,var(--_b));border-radius:9px;color:var(--_s);font-size:11px;line-height:16px;font-weight:700;letter-spacing:0;text-overflow:ellipsis;white-space:nowrap;pointer-events:none}
.latchkey-tab>.latchkey-last-used{inset-block-start:-13px;inset-inline-end:2px;max-width:calc(100% - 4px)}
`
