export const passwordsCss: string = `
.latchkey-read-only{margin-bottom:16px;background:var(--_t);color:var(--_s);text-overflow:ellipsis;cursor:default}
[dir=rtl] .latchkey-read-only{direction:ltr;text-align:right}
.latchkey-read-only-line{display:flex;gap:12px;justify-content:space-between;align-items:first baseline}
[data-icons=label] .latchkey-read-only{border-color:transparent}
.latchkey-aside{margin-top:-4px;margin-bottom:16px}
.latchkey-mail-footer{display:flex;flex-wrap:wrap;gap:4px 12px;justify-content:var(--_j);align-items:baseline;margin-top:24px}
.latchkey-mail-sent{color:var(--_o);font-size:var(--_z);line-height:24px}
`
