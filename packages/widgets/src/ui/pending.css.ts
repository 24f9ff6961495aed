export const pendingCss: string = `
.latchkey-pending{display:flex;flex-direction:column;align-items:center;justify-content:center;gap:12px;min-height:160px;color:var(--_p)}
.latchkey-pending-spinner{position:static;width:28px;height:28px}
`
