export const landingCss: string = `
.latchkey-landing>.latchkey-text{margin-bottom:16px}
.latchkey-landing>.latchkey-button+.latchkey-button{margin-top:12px}
`
