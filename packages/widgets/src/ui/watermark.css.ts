export const watermarkCss: string = `
.latchkey-watermark-text{width:fit-content;max-width:100%;margin:auto;padding:0 8px;border-radius:4px;color:var(--_s);font-size:var(--_z);line-height:20px}
.latchkey-watermark-link{cursor:pointer;transition:color .12s}
.latchkey-watermark-link:hover{color:var(--_p);text-decoration:underline;text-underline-offset:3px}
.latchkey-watermark-link:focus-visible{outline:2px solid var(--_k);outline-offset:2px}
`
