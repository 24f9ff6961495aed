export const resetErrorCss: string = `
.latchkey-reset-ways{margin-top:24px}
.latchkey-button+.latchkey-reset-ways{margin-top:12px}
`
