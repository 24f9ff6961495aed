export const passwordsCss: string = `
.latchkey-read-only{margin-bottom:16px;background:var(--_t);color:var(--_s);text-overflow:ellipsis;cursor:default}
[dir=rtl] .latchkey-read-only{direction:ltr;text-align:right}
.latchkey-aside{margin-top:-4px;margin-bottom:16px}
.latchkey-mail-footer{margin-top:24px}
`
