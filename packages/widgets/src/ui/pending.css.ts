export const pendingCss: string = `
.latchkey-pending{display:grid;place-content:center;justify-items:center;gap:12px;min-height:160px}
.latchkey-pending-spinner{position:static;width:28px;height:28px}
`
